import { type CardName, clientCards, clientDialogs, type DialogName } from '@agency/contract/client-fields'
import type { ClientRecord } from '@agency/contract/clients'
import type { ReactNode } from 'react'
import { useReadOnly } from '../../../shared/archive/read-only'
import { useToday } from '../../../shared/dates/today'
import { dash } from '../../../shared/formatting'
import { usePermission } from '../../../shared/use-permission'
import { EditableValue } from '../edit/in-place/in-place-parts'
import { InPlaceValue } from '../edit/in-place/in-place-value'
import { useRecordEditing } from '../edit/in-place/record-editing'
import {
  dialogsOfCard,
  type FieldGroup,
  fieldsOfCard,
  groupFields,
  hasValue,
  type RecordField,
  spokenLabel,
} from './record-fields'
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

/** Sensitive values are masked. What has no value is one line at its end. */
export function SectionCard({ card, client, onEdit, children }: SectionCardProps) {
  const { isFilled } = useRecordEditing()
  const day = useToday()
  const fields = fieldsOfCard(card)
  const groups = groupFields(fields)
  const shown = groups.filter((group) => group.fields.some(isFilled))
  return (
    <section
      id={sectionId(card)}
      tabIndex={-1}
      className={`card ${styles.card}`}
      aria-labelledby={`${sectionId(card)}-title`}
    >
      <SectionHeader card={card} onEdit={onEdit} />
      {shown.map((group) => (
        <Group key={group.name} client={client} group={group} day={day} onEdit={onEdit} />
      ))}
      <Blanks blanks={blanksOfCard(groups, isFilled)} onEdit={onEdit} />
      {children}
    </section>
  )
}

interface EmptySectionProps extends Pick<SectionCardProps, 'card' | 'onEdit'> {
  /** With its fields. */
  readonly whole: boolean
}

/** A section without a value: one line with its Edit button. */
export function EmptySection({ card, whole, onEdit }: EmptySectionProps) {
  const { isFilled } = useRecordEditing()
  return (
    <section id={sectionId(card)} tabIndex={-1} className={styles.line} aria-labelledby={`${sectionId(card)}-title`}>
      <SectionHeader card={card} onEdit={onEdit} />
      {whole && <Blanks blanks={blanksOfCard(groupFields(fieldsOfCard(card)), isFilled)} onEdit={onEdit} />}
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

interface Blank {
  readonly label: string
  /** The field that is edited. */
  readonly field: RecordField
}

/** The fields of a card that are in no group and have no value, and the groups without one, such as a third dependent. */
const blanksOfCard = (groups: readonly FieldGroup[], isFilled: IsFilled): Blank[] =>
  groups.flatMap((group) => {
    if (group.name === null) return blanksOfGroup(group, isFilled)
    return group.fields.some(isFilled)
      ? []
      : group.fields.slice(0, 1).map((field) => ({ label: group.name ?? '', field }))
  })

const blanksOfGroup = ({ fields }: FieldGroup, isFilled: IsFilled): Blank[] =>
  fields.filter((field) => !isFilled(field)).map((field) => ({ label: field.label, field }))

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
  readonly onEdit: (dialog: DialogName) => void
}

function Group({ client, group, day, onEdit }: GroupProps) {
  const { isFilled } = useRecordEditing()
  return (
    <div className={styles.group}>
      {group.name !== null && <h3>{group.name}</h3>}
      <dl className={styles.fields}>
        {group.fields.filter(isFilled).map((field) => (
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
      {group.name !== null && <Blanks blanks={blanksOfGroup(group, isFilled)} onEdit={onEdit} />}
    </div>
  )
}

interface BlanksProps {
  readonly blanks: readonly Blank[]
  readonly onEdit: (dialog: DialogName) => void
}

/** What has no value, in one line. A press on one edits it in place; rich text has its dialog. */
function Blanks({ blanks, onEdit }: BlanksProps) {
  const { editing } = useRecordEditing()
  if (blanks.length === 0) return null
  return (
    <dl className={styles.blanks}>
      {blanks.map(({ label, field }) => (
        <div
          key={field.name}
          id={fieldId(field.name)}
          tabIndex={-1}
          className={styles.blank}
          data-state={editing === `card ${field.name}` ? 'edited' : 'shown'}
        >
          <dt>{label}</dt>
          <dd>
            {field.kind === 'rich-text' ? (
              <EditableValue
                value={`card ${field.name}`}
                label={spokenLabel(field)}
                onEdit={() => onEdit(field.dialog)}
              >
                {dash}
              </EditableValue>
            ) : (
              <InPlaceValue field={field} place="card">
                {dash}
              </InPlaceValue>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
