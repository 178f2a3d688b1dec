import { type CardName, clientCards, clientDialogs, type DialogName } from '@agency/contract/client-fields'
import type { ClientRecord } from '@agency/contract/clients'
import type { ReactNode } from 'react'
import { useReadOnly } from '../../../shared/archive/read-only'
import { useToday } from '../../../shared/dates/today'
import { usePermission } from '../../../shared/use-permission'
import { InPlaceValue } from '../edit/in-place/in-place-value'
import { useRecordEditing } from '../edit/in-place/record-editing'
import { dialogsOfCard, type FieldGroup, fieldsOfCard, groupFields, hasValue, type RecordField } from './record-fields'
import { fieldId, sectionId } from './record-sections'
import { RecordValue } from './record-value'
import styles from './section-card.module.css'

interface SectionCardProps {
  readonly card: CardName
  readonly client: ClientRecord
  readonly onEdit: (dialog: DialogName) => void
  readonly children?: ReactNode
}

type IsFilled = (field: RecordField) => boolean

/** Whether no field of a card is filled. */
export const isEmptyCard = (card: CardName, isFilled: IsFilled): boolean => !fieldsOfCard(card).some(isFilled)

/** One section of the record, sensitive values masked, with a button for each dialog that edits it. */
export function SectionCard({ card, client, onEdit, children }: SectionCardProps) {
  const { isFilled } = useRecordEditing()
  const day = useToday()
  const fields = fieldsOfCard(card)
  const groups = groupFields(fields)
  const shown = groups.filter((group) => worthShowing(group, isFilled))
  const empty = !children && isEmptyCard(card, isFilled)
  return (
    <section
      id={sectionId(card)}
      tabIndex={-1}
      className={`card ${styles.card}`}
      aria-labelledby={`${sectionId(card)}-title`}
    >
      <SectionHeader card={card} onEdit={onEdit} />
      {!empty && shown.map((group) => <Group key={group.name} client={client} group={group} day={day} />)}
      {empty && <p className={styles.empty}>Nothing recorded yet.</p>}
      {!empty && !children && groups.some((group) => isBlankList(group, isFilled)) && (
        <p className={styles.empty}>Nothing else recorded yet.</p>
      )}
      {children}
    </section>
  )
}

/** A section without a value: one line with its Edit button. */
export function EmptySection({ card, onEdit }: Pick<SectionCardProps, 'card' | 'onEdit'>) {
  return (
    <section id={sectionId(card)} tabIndex={-1} className={styles.line} aria-labelledby={`${sectionId(card)}-title`}>
      <SectionHeader card={card} onEdit={onEdit} />
    </section>
  )
}

function SectionHeader({ card, onEdit }: Pick<SectionCardProps, 'card' | 'onEdit'>) {
  const readOnly = useReadOnly()
  const maySee = usePermission('clients.sensitive')
  const dialogs = readOnly ? [] : dialogsOfCard(card, maySee)
  return (
    <header className={styles.header}>
      <h2 id={`${sectionId(card)}-title`}>{clientCards[card]}</h2>
      <div className={styles.actions}>
        {dialogs.map((dialog) => (
          <button
            key={dialog}
            type="button"
            className={styles.edit}
            aria-label={clientDialogs[dialog]}
            onClick={() => onEdit(dialog)}
          >
            {dialogs.length === 1 ? 'Edit' : shortTitles[dialog]}
          </button>
        ))}
      </div>
    </header>
  )
}

/** Button texts of cards with two dialogs; each is part of its dialog's title. */
const shortTitles: Partial<Record<DialogName, string>> = {
  contact: 'Edit Contact',
  text_consent: 'Consent',
  health: 'Edit Health',
  health_marketplace: 'Edit Marketplace',
}

/** Hides groups without data, such as a third dependent. A single field without a group shows its dash. */
function worthShowing(group: FieldGroup, isFilled: IsFilled): boolean {
  return group.fields.some(isFilled) || (group.name === null && !isBlankList(group, isFilled))
}

/** Whether several fields without a group are all empty: they would be rows of dashes. */
function isBlankList({ name, fields }: FieldGroup, isFilled: IsFilled): boolean {
  return name === null && fields.length > 1 && !fields.some(isFilled)
}

/** The class of a field that takes a whole row: notes always, long values and values with a button on a phone. */
function widthOf(client: ClientRecord, field: RecordField): string {
  if (field.kind === 'rich-text') return styles.wide ?? ''
  const isLong = field.kind === 'email' || field.kind === 'multiline' || field.name === 'next_f_u_date'
  const hasButton = hasValue(client, field) && (field.kind === 'phone' || field.mask !== undefined)
  return isLong || hasButton ? (styles.long ?? '') : ''
}

interface GroupProps {
  readonly client: ClientRecord
  readonly group: FieldGroup
  /** Today as `YYYY-MM-DD`. */
  readonly day: string
}

function Group({ client, group, day }: GroupProps) {
  return (
    <div className={styles.group}>
      {group.name !== null && <h3>{group.name}</h3>}
      <dl className={styles.fields}>
        {group.fields.map((field) => (
          <div
            key={field.name}
            id={fieldId(field.name)}
            tabIndex={-1}
            className={`${styles.field} ${widthOf(client, field)}`}
          >
            <dt>{field.label}</dt>
            <dd>
              {field.kind === 'rich-text' ? (
                <RecordValue client={client} field={field} day={day} />
              ) : (
                <InPlaceValue field={field} place="card">
                  <RecordValue client={client} field={field} day={day} />
                </InPlaceValue>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
