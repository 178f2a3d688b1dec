import { listColumns } from '@agency/contract/client-list-columns'
import type { ClientListItem } from '@agency/contract/clients'
import Pencil from 'lucide-react/icons/pencil'
import type { KeyboardEvent, MouseEvent } from 'react'
import { Link } from 'react-router-dom'
import { today } from '../../../shared/dates/today'
import { ageOn, clientName, dash, formatDate } from '../../../shared/formatting'
import { paths } from '../../../shared/paths'
import styles from './clients-table.module.css'
import { rowLinkId } from './list-return'

interface ClientRowProps {
  readonly client: ClientListItem
  /** Whether the row is in the tab order. */
  readonly isStop: boolean
  readonly onVisit: () => void
  readonly onKey: (event: KeyboardEvent<HTMLElement>) => void
  readonly onOpen: (clientId: string, event: MouseEvent) => void
  readonly onEdit: (client: ClientListItem) => void
}

/** A client in the list. The whole row is a link to the client's page. */
export function ClientRow({ client, isStop, onVisit, onKey, onOpen, onEdit }: ClientRowProps) {
  const name = clientName(client) || 'unnamed client'
  return (
    <tr data-clickable onFocus={onVisit}>
      {listColumns.map((column, index) => (
        <td key={column.name} data-label={column.list.heading}>
          {index > 0 ? (
            cellText(client, column)
          ) : (
            <Link
              id={rowLinkId(client.id)}
              className={`stacked-row-link ${styles.link}`}
              to={paths.client(client.id)}
              aria-label={name}
              tabIndex={isStop ? 0 : -1}
              onKeyDown={onKey}
              onClick={(event) => onOpen(client.id, event)}
            >
              {cellText(client, column)}
            </Link>
          )}
        </td>
      ))}
      <td className={styles.edit}>
        <button
          type="button"
          aria-label={`Edit client ${name}`}
          tabIndex={-1}
          onKeyDown={onKey}
          onClick={() => onEdit(client)}
        >
          <Pencil size={18} aria-hidden="true" />
        </button>
      </td>
    </tr>
  )
}

/** A value as the list shows it. A date of birth is shown as an age. */
function cellText(client: ClientListItem, { name, kind }: (typeof listColumns)[number]): string {
  const value = client[name]
  if (value === null || value === '') return dash
  if (kind !== 'date') return value
  return name === 'dob' ? String(ageOn(today(), value)) : formatDate(value)
}
