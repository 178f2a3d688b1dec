import type { FormField } from '@agency/contract/form-fields'
import { ChevronDown, ChevronUp } from '../../../shared/icons'
import { fieldName } from '../field-kinds'
import { bindingText } from './field-bindings'
import styles from './field-list.module.css'

interface FieldListProps {
  readonly fields: readonly FormField[]
  readonly selected: ReadonlySet<string>
  readonly faulty: ReadonlySet<string>
  readonly onSelect: (id: string) => void
  readonly onMove: (field: FormField, steps: 1 | -1) => void
}

/** All fields in the order in which the client fills them in. The arrows change it. */
export function FieldList({ fields, selected, faulty, onSelect, onMove }: FieldListProps) {
  return (
    <ol className={styles.list} aria-label="Fields in order">
      {fields.map((field, index) => (
        <li key={field.id} className={styles.item} data-selected={selected.has(field.id) || undefined}>
          <button
            type="button"
            className={styles.name}
            aria-current={selected.has(field.id) || undefined}
            onClick={() => onSelect(field.id)}
          >
            <span>{fieldName(field)}</span>{' '}
            <span className={styles.detail}>
              Page {field.page + 1}
              {field.group !== undefined && ` · ${field.group}`}
              {field.binding !== null && ` · ${bindingText(field.binding)}`}
              {faulty.has(field.id) && (
                <>
                  {' · '}
                  <strong>to be checked</strong>
                </>
              )}
            </span>
          </button>
          <Arrows field={field} first={index === 0} last={index === fields.length - 1} onMove={onMove} />
        </li>
      ))}
    </ol>
  )
}

interface ArrowsProps {
  readonly field: FormField
  readonly first: boolean
  readonly last: boolean
  readonly onMove: FieldListProps['onMove']
}

/** At an end the arrow is not removed, so that the focus is not lost. */
function Arrows({ field, first, last, onMove }: ArrowsProps) {
  const name = fieldName(field)
  return (
    <span className={styles.arrows}>
      <button type="button" aria-label={`Move ${name} up`} aria-disabled={first} onClick={() => onMove(field, -1)}>
        <ChevronUp size={18} />
      </button>
      <button type="button" aria-label={`Move ${name} down`} aria-disabled={last} onClick={() => onMove(field, 1)}>
        <ChevronDown size={18} />
      </button>
    </span>
  )
}
