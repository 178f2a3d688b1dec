import { toggleColumn, useChosenColumns } from './column-choice'
import styles from './column-menu.module.css'
import { canHide, clientColumns } from './list-columns'

export function ColumnMenu() {
  const shown = useChosenColumns()
  return (
    <details className={styles.menu} onKeyDown={closeByEscape} onBlur={closeWhenLeft}>
      <summary className="chip">Columns</summary>
      <fieldset className={styles.choices}>
        <legend className="visually-hidden">Columns of the list</legend>
        {clientColumns.filter(canHide).map((column) => (
          <label key={column.id}>
            <input type="checkbox" checked={shown.includes(column)} onChange={() => toggleColumn(column)} />{' '}
            {column.heading}
          </label>
        ))}
      </fieldset>
    </details>
  )
}

function closeByEscape({ key, currentTarget }: React.KeyboardEvent<HTMLDetailsElement>): void {
  if (key !== 'Escape') return
  currentTarget.open = false
  currentTarget.querySelector('summary')?.focus()
}

function closeWhenLeft({ currentTarget, relatedTarget }: React.FocusEvent<HTMLDetailsElement>): void {
  if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) currentTarget.open = false
}
