import type { ClientListItem } from '@agency/contract/clients'
import type { SessionListItem } from '@agency/contract/sessions'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { useToday, yesterday } from '../../shared/dates/today'
import { clientName, formatFollowUp, formatMoment, formatNumber } from '../../shared/formatting'
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
import { splitEvenly } from './split-evenly'

/** What needs doing today, as lists in up to two columns of the same height. An empty list is not shown. */
export function DueLists() {
  const lists = useDueLists().filter(({ failed, total }) => failed || total > 0)
  // A list is about as high as its rows, its heading and its frame.
  const columns = splitEvenly(lists, ({ rows }) => rows.length + 2)
  return (
    <div className={styles.due}>
      {columns.map((column) => (
        <div key={column[0]?.heading} className={styles.column}>
          {column.map((list) => (
            <List key={list.heading} list={list} />
          ))}
        </div>
      ))}
    </div>
  )
}

interface DueList {
  readonly heading: string
  /** The address of the whole list. */
  readonly all: string
  readonly failed: boolean
  readonly retry: () => void
  /** The number of rows of the whole list; 0 during the load. */
  readonly total: number
  readonly rows: readonly DueRow[]
}

interface DueRow {
  readonly id: string
  readonly name: string
  readonly to: string
  /** What is due, and when. */
  readonly what: string
}

function useDueLists(): DueList[] {
  const today = useToday()
  const since = yesterday()
  const proposing = useQuery(dueClientsQuery({ proposals: 'open' }))
  const overdue = useQuery(dueClientsQuery({ follow_up: 'overdue', date: today, sort: 'next_f_u_date' }))
  const coming = useQuery(dueClientsQuery({ follow_up: 'coming', date: today, sort: 'next_f_u_date' }))
  const long = useQuery(dueSessionsQuery({ status: 'waiting_long' }))
  const expiring = useQuery(dueSessionsQuery({ status: 'expiring' }))
  const signed = useQuery(dueSessionsQuery({ signed_since: since }))
  const followUp = ({ next_f_u_date }: ClientListItem) =>
    next_f_u_date === null ? '' : formatFollowUp(next_f_u_date, today)
  return [
    dueList(
      'Client changes to review',
      clientsProposing,
      proposing,
      clientRow(() => 'proposed changes'),
    ),
    dueList('Overdue', clientsToFollowUp('overdue'), overdue, clientRow(followUp)),
    dueList('Due within 7 days', clientsToFollowUp('coming'), coming, clientRow(followUp)),
    dueList(
      'Waiting for the client longer than 3 days',
      sessionsWaitingLong,
      long,
      sessionRow(({ created_at }) => `since ${formatMoment(created_at)}`),
    ),
    dueList(
      'Expiring this week',
      sessionsExpiring,
      expiring,
      sessionRow(({ expires_at }) => `expires ${formatMoment(expires_at)}`),
    ),
    dueList(
      'Signed since yesterday',
      sessionsSignedSince(since),
      signed,
      sessionRow(({ status }) => status.replaceAll('_', ' ')),
    ),
  ]
}

function dueList<Item>(
  heading: string,
  all: string,
  { data, isError, refetch }: UseQueryResult<DueRows<Item>>,
  rowOf: (item: Item) => DueRow,
): DueList {
  return {
    heading,
    all,
    failed: isError && data === undefined,
    retry: () => void refetch(),
    total: data?.total ?? 0,
    rows: data?.rows.map(rowOf) ?? [],
  }
}

const nameOf = (item: ClientListItem | SessionListItem): string => clientName(item) || 'unnamed client'

const clientRow =
  (what: (client: ClientListItem) => string) =>
  (client: ClientListItem): DueRow => ({
    id: client.id,
    name: nameOf(client),
    to: paths.client(client.id),
    what: what(client),
  })

const sessionRow =
  (what: (session: SessionListItem) => string) =>
  (session: SessionListItem): DueRow => ({
    id: session.id,
    name: nameOf(session),
    to: paths.session(session.client_id, session.session_code),
    what: `${session.session_type} session, ${what(session)}`,
  })

/** The first rows of a list, and a link to all of them. */
function List({ list: { heading, all, failed, retry, total, rows } }: { readonly list: DueList }) {
  if (failed) return <LoadFailure message={`${heading}: could not be loaded.`} retry={retry} />
  return (
    <section className={`card ${styles.list}`} aria-label={heading}>
      <h2>{heading}</h2>
      <ul>
        {rows.map(({ id, name, to, what }) => (
          <li key={id}>
            <Link to={to}>{name}</Link> <span>{what}</span>
          </li>
        ))}
      </ul>
      {total > rows.length && (
        <p>
          <Link to={all}>{`All ${formatNumber(total)}`}</Link>
        </p>
      )}
    </section>
  )
}
