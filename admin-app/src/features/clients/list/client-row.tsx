import Pencil from 'lucide-react/icons/pencil'
import type { KeyboardEvent, MouseEvent } from 'react'
import { Link } from 'react-router-dom'
import { ageOn } from '../../../shared/age'
import { clientName } from '../../../shared/client-name'
import { dash, formatDate, today } from '../../../shared/formatting'
import { paths } from '../../../shared/paths'
import type { ListedClient } from './clients-table'
import styles from './clients-table.module.css'
import { rowLinkId } from './list-return'

interface ClientRowProps {
  readonly client: ListedClient
  /** Whether the Tab key reaches this row. */
  readonly isStop: boolean
  readonly onVisit: () => void
  readonly onKey: (event: KeyboardEvent<HTMLElement>) => void
  readonly onOpen: (clientId: string, event: MouseEvent) => void
  readonly onEdit: (client: ListedClient) => void
}

/** A client in the list; the row leads to the client's page. */
export function ClientRow({ client, isStop, onVisit, onKey, onOpen, onEdit }: ClientRowProps) {
  const name = clientName(client) || 'unnamed client'
  return (
    <tr data-clickable onFocus={onVisit}>
      <td data-label="First">
        <Link
          id={rowLinkId(client.id)}
          className={`stacked-row-link ${styles.link}`}
          to={paths.client(client.id)}
          aria-label={name}
          tabIndex={isStop ? 0 : -1}
          onKeyDown={onKey}
          onClick={(event) => onOpen(client.id, event)}
        >
          {client.client_first_name || dash}
        </Link>
      </td>
      <td data-label="Last">{client.client_last_name || dash}</td>
      <td data-label="Next Follow-Up">{client.next_f_u_date === null ? dash : formatDate(client.next_f_u_date)}</td>
      <td data-label="Health Plan">{client.current_health_plan_name || dash}</td>
      <td data-label="Age">{client.dob === null ? dash : ageOn(today(), client.dob)}</td>
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
