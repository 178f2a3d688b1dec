import { type ListColumnName, listColumns } from '@agency/contract/client-list-columns'
import type { ClientListItem, ClientSortColumn } from '@agency/contract/clients'
import { formatPhone, phoneLink, readPhoneDigits } from '@agency/contract/phone'
import type { ReactNode } from 'react'
import { ageOn, counted, dash, formatDate } from '../../../shared/formatting'
import { Matched } from '../../../shared/text/matched'
import { clientStatusTones } from '../client-status'
import styles from './clients-table.module.css'

type ColumnId = ClientSortColumn | 'owner_name' | 'sessions_waiting' | 'primary_phone' | 'primary_email' | 'tags'

export interface ClientColumn {
  readonly id: ColumnId
  readonly heading: string
  /** Its share of the table's width, which does not depend on the rows. */
  readonly width: number
  /** The name by which the list is sorted; undefined if it cannot be. */
  readonly sort?: ClientSortColumn
  /** Whether it is shown before anyone chooses columns. */
  readonly isDefault: boolean
  /** @param day today, `YYYY-MM-DD` @param query what is searched for; its parts are marked */
  readonly cell: (client: ClientListItem, day: string, query: string) => ReactNode
}

const widths: Readonly<Record<ListColumnName, number>> = {
  client_first_name: 9,
  client_last_name: 11,
  next_f_u_date: 13,
  current_health_plan_name: 13,
  dob: 5,
}

/** All columns, from the left. The first ones come from `client-fields.ts`. */
export const clientColumns: readonly ClientColumn[] = [
  ...listColumns.map(
    ({ name, list }): ClientColumn => ({
      id: name,
      heading: list.heading,
      width: widths[name],
      sort: name,
      isDefault: true,
      cell: (client, day, query) => fieldText(client, name, day, query),
    }),
  ),
  {
    id: 'primary_phone',
    heading: 'Phone',
    width: 12,
    isDefault: true,
    cell: ({ primary_phone }, _day, query) => (primary_phone ? phoneText(primary_phone, query) : dash),
  },
  {
    id: 'status',
    heading: 'Status',
    width: 7,
    sort: 'status',
    isDefault: true,
    cell: ({ status }) => (
      <span>
        <span className="badge" data-tone={clientStatusTones[status]}>
          {status}
        </span>
      </span>
    ),
  },
  {
    id: 'owner_name',
    heading: 'Owner',
    width: 9,
    isDefault: true,
    cell: ({ owner_name }) => owner_name ?? dash,
  },
  {
    id: 'sessions_waiting',
    heading: 'Waiting',
    width: 7,
    isDefault: true,
    cell: ({ sessions_waiting: count }) => (count === 0 ? dash : counted(count, 'session')),
  },
  {
    id: 'tags',
    heading: 'Tags',
    width: 10,
    isDefault: false,
    cell: ({ tags }) => (tags.length === 0 ? dash : tags.join(', ')),
  },
  {
    id: 'primary_email',
    heading: 'Email',
    width: 15,
    isDefault: false,
    cell: ({ primary_email }, _day, query) => (primary_email ? <Matched text={primary_email} query={query} /> : dash),
  },
]

/** Columns that can't be hidden, since they identify the client. */
const fixed: readonly ColumnId[] = ['client_first_name', 'client_last_name']

/** Whether a column can be hidden. */
export const canHide = ({ id }: ClientColumn): boolean => !fixed.includes(id)

/** The columns with these ids, from the left; the default ones without a choice. Unknown ids are ignored. */
export const chosenColumns = (ids: readonly string[] | null): readonly ClientColumn[] =>
  clientColumns.filter((column) => !canHide(column) || (ids === null ? column.isDefault : ids.includes(column.id)))

/** On a phone a press on it calls. On a wide screen it is text, so that a press opens the record. */
function phoneText(phone: string, query: string): ReactNode {
  const text = <Matched text={formatPhone(phone)} query={readPhoneDigits(query) ?? query} />
  const address = phoneLink(phone)
  if (address === null) return text
  return (
    <a href={address} className={styles.phone} tabIndex={-1}>
      {text}
    </a>
  )
}

function fieldText(client: ClientListItem, name: ListColumnName, day: string, query: string): ReactNode {
  const value = client[name]
  if (value === null || value === '') return dash
  if (name === 'dob') return value > day ? dash : String(ageOn(day, value))
  if (name !== 'next_f_u_date') return <Matched text={value} query={query} />
  // As the server counts overdue follow-ups.
  if (value >= day || client.status === 'cancelled') return formatDate(value)
  return (
    <span className={styles.overdue}>
      {formatDate(value)}{' '}
      <span className="badge" data-tone="danger">
        overdue
      </span>
    </span>
  )
}
