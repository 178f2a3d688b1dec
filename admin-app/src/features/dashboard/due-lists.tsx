import type { ClientListItem } from '@agency/contract/clients'
import type { SessionListItem } from '@agency/contract/sessions'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { useToday, yesterday } from '../../shared/dates/today'
import { clientName, formatFollowUp, formatMoment } from '../../shared/formatting'
import { LoadFailure } from '../../shared/loading/load-failure'
import {
  clientsProposing,
  clientsToFollowUp,
  paths,
  sessionsExpiring,
  sessionsSignedSince,
  sessionsWaitingLong,
} from '../../shared/paths'
import styles from './dashboard-page.module.css'
import { type DueRows, dueClientsQuery, dueSessionsQuery } from './due-queries'

/** What needs doing today, as lists. An empty list is not shown. */
export function DueLists() {
  const today = useToday()
  const since = yesterday()
  const overdue = useQuery(dueClientsQuery({ follow_up: 'overdue', date: today, sort: 'next_f_u_date' }))
  const coming = useQuery(dueClientsQuery({ follow_up: 'coming', date: today, sort: 'next_f_u_date' }))
  const proposing = useQuery(dueClientsQuery({ proposals: 'open' }))
  const long = useQuery(dueSessionsQuery({ status: 'waiting_long' }))
  const expiring = useQuery(dueSessionsQuery({ status: 'expiring' }))
  const signed = useQuery(dueSessionsQuery({ signed_since: since }))
  const followUp = ({ next_f_u_date }: ClientListItem) =>
    next_f_u_date === null ? '' : formatFollowUp(next_f_u_date, today)
  return (
    <div className={styles.due}>
      <ClientList
        heading="Client changes to review"
        all={clientsProposing}
        query={proposing}
        what={() => 'proposed changes'}
      />
      <ClientList heading="Overdue" all={clientsToFollowUp('overdue')} query={overdue} what={followUp} />
      <ClientList heading="Due within 7 days" all={clientsToFollowUp('coming')} query={coming} what={followUp} />
      <SessionList
        heading="Waiting for the client longer than 3 days"
        all={sessionsWaitingLong}
        query={long}
        what={({ created_at }) => `since ${formatMoment(created_at)}`}
      />
      <SessionList
        heading="Expiring this week"
        all={sessionsExpiring}
        query={expiring}
        what={({ expires_at }) => `expires ${formatMoment(expires_at)}`}
      />
      <SessionList
        heading="Signed since yesterday"
        all={sessionsSignedSince(since)}
        query={signed}
        what={({ status }) => status.replaceAll('_', ' ')}
      />
    </div>
  )
}

interface ListProps<Row> {
  readonly heading: string
  /** The address of the whole list. */
  readonly all: string
  readonly query: UseQueryResult<DueRows<Row>>
  /** What is due of a row. */
  readonly what: (row: Row) => string
}

function ClientList(props: ListProps<ClientListItem>) {
  return <DueList {...props} to={({ id }) => paths.client(id)} kind={() => ''} />
}

function SessionList(props: ListProps<SessionListItem>) {
  return (
    <DueList
      {...props}
      to={({ client_id, session_code }) => paths.session(client_id, session_code)}
      kind={({ session_type }) => `${session_type} session, `}
    />
  )
}

interface Row {
  readonly id: string
  readonly client_first_name: string | null
  readonly client_last_name: string | null
}

interface DueListProps<Item> extends ListProps<Item> {
  readonly to: (row: Item) => string
  /** What the row is, before what is due; empty for a client. */
  readonly kind: (row: Item) => string
}

/** The first rows of a list, who and what, and a link to all of them. */
function DueList<Item extends Row>({ heading, all, query, what, to, kind }: DueListProps<Item>) {
  const { data, isError, refetch } = query
  if (isError && data === undefined) return <LoadFailure message={`${heading}: could not be loaded.`} retry={refetch} />
  if (data === undefined || data.total === 0) return null
  return (
    <section className={`card ${styles.list}`} aria-label={heading}>
      <h2>{heading}</h2>
      <ul>
        {data.rows.map((row) => (
          <li key={row.id}>
            <Link to={to(row)}>{clientName(row) || 'unnamed client'}</Link> <span>{`${kind(row)}${what(row)}`}</span>
          </li>
        ))}
      </ul>
      {data.total > data.rows.length && (
        <p>
          <Link to={all}>{`All ${data.total.toLocaleString('en-US')}`}</Link>
        </p>
      )}
    </section>
  )
}
