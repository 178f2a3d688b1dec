import type { ClientListItem } from '@agency/contract/clients'
import Pencil from 'lucide-react/icons/pencil'
import type { KeyboardEvent, MouseEvent } from 'react'
import { Link } from 'react-router-dom'
import { useToday } from '../../../shared/dates/today'
import { clientName } from '../../../shared/formatting'
import { paths } from '../../../shared/paths'
import styles from './clients-table.module.css'
import type { ClientColumn } from './list-columns'
import { rowLinkId } from './list-return'

interface ClientRowProps {
  readonly client: ClientListItem
  readonly columns: readonly ClientColumn[]
  /** Whether the row is in the tab order. */
  readonly isStop: boolean
  readonly onVisit: () => void
  readonly onKey: (event: KeyboardEvent<HTMLElement>) => void
  readonly onOpen: (clientId: string, event: MouseEvent) => void
  /** Undefined for archived clients, which are read-only. */
  readonly onEdit: ((client: ClientListItem) => void) | undefined
}

/** A client in the list. The whole row is a link to the client's page. */
export function ClientRow({ client, columns, isStop, onVisit, onKey, onOpen, onEdit }: ClientRowProps) {
  const name = clientName(client) || 'unnamed client'
  const day = useToday()
  return (
    <tr data-clickable onFocus={onVisit}>
      {columns.map((column, index) => (
        <td key={column.id} data-label={column.heading}>
          {index > 0 ? (
            column.cell(client, day)
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
              {column.cell(client, day)}
            </Link>
          )}
        </td>
      ))}
      <td className={styles.edit}>
        {onEdit && (
          <button
            type="button"
            aria-label={`Edit client ${name}`}
            tabIndex={-1}
            onKeyDown={onKey}
            onClick={() => onEdit(client)}
          >
            <Pencil size={18} aria-hidden="true" />
          </button>
        )}
      </td>
    </tr>
  )
}
