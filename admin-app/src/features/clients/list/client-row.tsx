import type { ClientListItem } from '@agency/contract/clients'
import Pencil from 'lucide-react/icons/pencil'
import { type MouseEvent, memo } from 'react'
import { clientName } from '../../../shared/formatting'
import { foundContact } from '../../../shared/found-contact'
import { paths } from '../../../shared/paths'
import { moveAlongRows } from '../../../shared/tables/roving-rows'
import { RowLink } from '../../../shared/tables/row-link'
import { Matched } from '../../../shared/text/matched'
import styles from './clients-table.module.css'
import type { ClientColumn } from './list-columns'
import { rowLinkId } from './list-return'

export interface RowSelection {
  readonly selected: ReadonlySet<string>
  readonly onSelect: (ids: ReadonlySet<string>) => void
}

interface ClientRowProps {
  readonly client: ClientListItem
  readonly columns: readonly ClientColumn[]
  /** Today, `YYYY-MM-DD`. */
  readonly day: string
  /** What is searched for. */
  readonly query: string
  /** Whether the row is in the tab order. */
  readonly isStop: boolean
  readonly onVisit: (clientId: string) => void
  readonly onOpen: (clientId: string, event: MouseEvent) => void
  /** Undefined for archived clients, which are read-only. */
  readonly onEdit: ((client: ClientListItem) => void) | undefined
  /** While rows are being selected: a check box is in the place of the pencil. */
  readonly selection: RowSelection | undefined
}

/** A client in the list. The whole row is a link to the client's page. It is rendered again for its own changes alone. */
export const ClientRow = memo(function ClientRow({
  client,
  columns,
  day,
  query,
  isStop,
  onVisit,
  onOpen,
  onEdit,
  selection,
}: ClientRowProps) {
  const name = clientName(client) || 'unnamed client'
  return (
    <tr data-clickable onFocus={() => onVisit(client.id)}>
      {columns.map((column, index) => (
        <td key={column.id} data-label={column.heading}>
          {index > 0 ? (
            column.cell(client, day, query)
          ) : (
            <RowLink
              id={rowLinkId(client.id)}
              className={`stacked-row-link ${styles.link}`}
              to={paths.client(client.id)}
              aria-label={name}
              tabIndex={isStop ? 0 : -1}
              onKeyDown={moveAlongRows}
              onFollow={(event) => onOpen(client.id, event)}
            >
              {column.cell(client, day, query)}
            </RowLink>
          )}
          {index === 1 && <HiddenContact client={client} columns={columns} query={query} />}
        </td>
      ))}
      <td className={styles.edit}>
        {selection && <RowCheckbox id={client.id} name={name} selection={selection} />}
        {onEdit && !selection && (
          <button
            type="button"
            aria-label={`Edit client ${name}`}
            tabIndex={-1}
            onKeyDown={moveAlongRows}
            onClick={() => onEdit(client)}
          >
            <Pencil size={18} />
          </button>
        )}
      </td>
    </tr>
  )
})

/** The number or address by which the client was found, where no column shows it. */
function HiddenContact({ client, columns, query }: Pick<ClientRowProps, 'client' | 'columns' | 'query'>) {
  const contact = foundContact(client, query)
  if (contact === null || columns.some(({ id }) => id === contact.field)) return null
  return (
    <span className={styles.contact}>
      <Matched text={contact.text} query={contact.query} />
    </span>
  )
}

interface RowCheckboxProps {
  readonly id: string
  readonly name: string
  readonly selection: RowSelection
}

function RowCheckbox({ id, name, selection: { selected, onSelect } }: RowCheckboxProps) {
  const toggle = () =>
    onSelect(selected.has(id) ? new Set([...selected].filter((other) => other !== id)) : new Set([...selected, id]))
  return (
    <label className={styles.select}>
      <input
        type="checkbox"
        aria-label={`Select ${name}`}
        tabIndex={-1}
        checked={selected.has(id)}
        onKeyDown={moveAlongRows}
        onChange={toggle}
      />
    </label>
  )
}
