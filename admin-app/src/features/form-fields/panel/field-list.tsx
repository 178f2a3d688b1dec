import type { FieldRole, FormField } from '@agency/contract/form-fields'
import { isTechnicalName } from '@agency/contract/technical-name'
import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronUp from 'lucide-react/icons/chevron-up'
import { memo, type RefObject, useId, useState } from 'react'
import { Equal } from 'typebox/value'
import { counted } from '../../../shared/formatting'
import { fieldName, isForClient, kindName, roleNames, roleOf } from '../field-kinds'
import { bindingText } from './field-bindings'
import styles from './field-list.module.css'

/** What is done in the lists of fields. */
export interface ListActions {
  readonly onSelect: (id: string) => void
  /** Adds a field to the selection, or takes it out. */
  readonly onToggle: (id: string) => void
  readonly onMove: (field: FormField, steps: 1 | -1) => void
  readonly onGive: (id: string, role: FieldRole) => void
  readonly onRename: (field: FormField, label: string) => void
}

interface FieldListProps {
  readonly fields: readonly FormField[]
  readonly selected: ReadonlySet<string>
  readonly faulty: ReadonlySet<string>
  /** Whether the questions are typed in the list. */
  readonly renaming: boolean
  readonly onRenaming: (renaming: boolean) => void
  /** The latest actions. */
  readonly actions: RefObject<ListActions>
}

/** The client's fields in the order in which they are filled in, which the arrows change; then those of others. */
export function FieldLists({ fields, selected, faulty, renaming, onRenaming, actions }: FieldListProps) {
  const asked = fields.filter(isForClient)
  const others = fields.filter((field) => !isForClient(field))
  const stateOf = ({ id }: FormField) => ({ selected: selected.has(id), faulty: faulty.has(id) })
  return (
    <>
      {others.length > 0 && (
        <section className={styles.others} aria-label="For others">
          <h3>For others</h3>
          <p className="field-hint">
            The client is not asked for{' '}
            {others.length === 1 ? 'this field' : `these ${counted(others.length, 'field')}`}.
          </p>
          <ul className={styles.list}>
            {others.map((field) => (
              <OthersRow key={field.id} field={field} {...stateOf(field)} actions={actions} />
            ))}
          </ul>
        </section>
      )}
      {asked.length > 0 && (
        <button type="button" className="chip" aria-pressed={renaming} onClick={() => onRenaming(!renaming)}>
          Rename the questions
        </button>
      )}
      <ol className={styles.list} aria-label="Fields in order">
        {asked.map((field, index) => (
          <AskedRow
            key={field.id}
            field={field}
            {...stateOf(field)}
            first={index === 0}
            last={index === asked.length - 1}
            renaming={renaming}
            actions={actions}
          />
        ))}
      </ol>
    </>
  )
}

interface RowProps {
  readonly field: FormField
  readonly selected: boolean
  readonly faulty: boolean
  readonly actions: RefObject<ListActions>
}

interface AskedRowProps extends RowProps {
  readonly first: boolean
  readonly last: boolean
  /** Whether its question is typed in the row. */
  readonly renaming: boolean
}

/** A list may have a thousand rows, and each edit copies all fields: a row is rendered again only if it differs. */
const AskedRow = memo(
  ({ renaming, ...row }: AskedRowProps) => (
    <li className={styles.item} data-selected={row.selected || undefined}>
      {renaming ? <Question {...row} /> : <RowName {...row} />}
      <Arrows {...row} />
    </li>
  ),
  (before, now) =>
    isSameRow(before, now) &&
    before.first === now.first &&
    before.last === now.last &&
    before.renaming === now.renaming,
)

const OthersRow = memo(
  (row: RowProps) => (
    <li className={styles.item} data-selected={row.selected || undefined}>
      <RowName {...row} />
      <Giving {...row} />
    </li>
  ),
  (before, now) => isSameRow(before, now),
)

const isSameRow = (before: RowProps, now: RowProps): boolean =>
  before.selected === now.selected && before.faulty === now.faulty && Equal(before.field, now.field)

/** What the client is asked for in one field; of a radio button the answer, below its question. */
function Question({ field, actions }: RowProps) {
  const hintId = useId()
  const [former] = useState(field.label)
  // The answer of a radio button may be any word.
  const isUnnamed = field.kind !== 'radio' && field.label === former && isTechnicalName(former)
  return (
    <label className={styles.name}>
      <span className={styles.detail}>
        {kindName(field)}, page {field.page + 1}
        {field.group !== undefined && ` · ${field.group}`}
      </span>
      <input
        value={field.label}
        maxLength={120}
        autoComplete="off"
        aria-describedby={isUnnamed ? hintId : undefined}
        onFocus={() => actions.current.onSelect(field.id)}
        onChange={({ target }) => actions.current.onRename(field, target.value)}
        onKeyDown={(event) => {
          // Enter must not submit the dialog.
          if (event.key === 'Enter') event.preventDefault()
        }}
      />
      {isUnnamed && (
        <span id={hintId} className={styles.detail}>
          Name of the file: write what the client should read
        </span>
      )}
    </label>
  )
}

function RowName({ field, selected, faulty, actions }: RowProps) {
  return (
    <button
      type="button"
      className={styles.name}
      aria-current={selected || undefined}
      onClick={({ shiftKey, ctrlKey, metaKey }) => {
        const { onSelect, onToggle } = actions.current
        if (shiftKey || ctrlKey || metaKey) onToggle(field.id)
        else onSelect(field.id)
      }}
    >
      <span>{fieldName(field)}</span>{' '}
      <span className={styles.detail}>
        Page {field.page + 1}
        {!isForClient(field) && ` · ${roleNames[roleOf(field)]}`}
        {field.group !== undefined && ` · ${field.group}`}
        {field.binding !== null && ` · ${bindingText(field.binding)}`}
        {faulty && (
          <>
            {' · '}
            <strong>to be checked</strong>
          </>
        )}
      </span>
    </button>
  )
}

/** At an end the arrow is not removed, so that the focus is not lost. */
function Arrows({ field, first, last, actions }: Omit<AskedRowProps, 'renaming'>) {
  const name = fieldName(field)
  const move = (steps: 1 | -1) => actions.current.onMove(field, steps)
  return (
    <span className={styles.arrows}>
      <button type="button" aria-label={`Move ${name} up`} aria-disabled={first} onClick={() => move(-1)}>
        <ChevronUp size={18} />
      </button>
      <button type="button" aria-label={`Move ${name} down`} aria-disabled={last} onClick={() => move(1)}>
        <ChevronDown size={18} />
      </button>
    </span>
  )
}

function Giving({ field, actions }: RowProps) {
  const name = fieldName(field)
  const give = (role: FieldRole) => actions.current.onGive(field.id, role)
  return (
    <span className={styles.giving}>
      <button
        type="button"
        className={styles.give}
        aria-label={`Give to client: ${name}`}
        onClick={() => give('client')}
      >
        Give to client
      </button>
      {roleOf(field) !== 'nobody' && (
        <button
          type="button"
          className={styles.give}
          aria-label={`Give to nobody: ${name}`}
          onClick={() => give('nobody')}
        >
          Give to nobody
        </button>
      )}
    </span>
  )
}
