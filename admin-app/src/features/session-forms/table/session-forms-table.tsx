import type { SessionForm } from '@agency/contract/session-forms'
import { useState } from 'react'
import { Columns, TableHead } from '../../../shared/tables/table-head'
import { moved } from './form-order'
import { placeOf } from './order-announcements'
import { SessionFormRow } from './session-form-row'
import styles from './session-forms-table.module.css'
import { SortableForms } from './sortable-forms'

interface SessionFormsTableProps {
  readonly forms: readonly SessionForm[]
  readonly onOpen: (id: string) => void
  /** Called with the ids in their new order. */
  readonly onReorder: (ids: readonly string[]) => void
}

/** The documents of one folder. A row opens its document, and can be moved. */
export function SessionFormsTable({ forms, onOpen, onReorder }: SessionFormsTableProps) {
  const [said, setSaid] = useState('')
  const titles = new Map(forms.map(({ id, title }) => [id, title || 'Untitled']))
  const ids = [...titles.keys()]
  const move = (from: number, to: number) => {
    const next = moved(ids, from, to)
    if (next === null) return
    setSaid(placeOf(titles.get(ids[from] ?? '') ?? '', to, ids.length))
    onReorder(next)
  }
  return (
    <SortableForms titles={titles} onReorder={onReorder}>
      <div className="table-wrap">
        <table className={`table stacked ${styles.table}`}>
          <Columns count={6} />
          <TableHead columns={['Title', 'Status', 'Created', 'Sent', 'Opened', 'Signed']} />
          <tbody>
            {forms.map((form, index) => (
              <SessionFormRow
                key={form.id}
                form={form}
                index={index}
                count={forms.length}
                onMove={move}
                onOpen={onOpen}
              />
            ))}
          </tbody>
        </table>
      </div>
      <span role="status" className="visually-hidden">
        {said}
      </span>
    </SortableForms>
  )
}
