import type { ClientListItem } from '@agency/contract/clients'
import type { SessionListItem } from '@agency/contract/sessions'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useToday, yesterday } from '../../shared/dates/today'
import { clientName, formatFollowUp, formatMoment, formatNumber } from '../../shared/formatting'
import { LoadFailure } from '../../shared/loading/load-failure'
import { Loading } from '../../shared/loading/loading'
import {
  clientsProposing,
  clientsToFollowUp,
  paths,
  sessionsExpiring,
  sessionsSignedSince,
  sessionsWaitingLong,
} from '../../shared/paths'
import { stateText } from '../../shared/session-status'
import { usePermission } from '../../shared/use-permission'
import styles from './dashboard-page.module.css'
import { DeclinedDocuments, declinedQuery } from './declined-documents'
import { type DueRows, dueClientsQuery, dueSessionsQuery } from './due-queries'
import { ReadAlerts, readAlertsQuery } from './read-alerts'
import { RevealAlerts, revealAlertsQuery } from './reveal-alerts'
import { splitEvenly } from './split-evenly'

/** What needs doing today, as lists in up to two columns of the same height. An empty list is not shown. */
function DueLists({ due }: { readonly due: readonly DueList[] }) {
  const lists = due.filter(({ failed, total }) => failed || total > 0)
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

/**
 * What is due: alerts, declined documents and lists. They are shown at once, when all are answered: one that came later
 * would move the links and buttons of the others.
 */
export function DueSections() {
  const lists = useDueLists()
  const declined = useQuery(declinedQuery)
  const mayRead = usePermission('alerts.read')
  const reveals = useQuery({ ...revealAlertsQuery, enabled: mayRead })
  const reads = useQuery({ ...readAlertsQuery, enabled: mayRead })
  const waits = [declined, reveals, reads, ...lists].some(({ isLoading }) => isLoading)
  // Once there, they stay during a retry of one.
  const [isComplete, setComplete] = useState(false)
  if (!waits && !isComplete) setComplete(true)
  if (!isComplete) return <Loading label="Loading what is due" />
  return (
    <>
      <RevealAlerts answer={reveals} />
      <ReadAlerts answer={reads} />
      <DeclinedDocuments answer={declined} />
      <DueLists due={lists} />
    </>
  )
}

interface DueList {
  /** Whether the first answer is not there yet. */
  readonly isLoading: boolean
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
      sessionRow(({ sent_at, created_at }) => `since ${formatMoment(sent_at ?? created_at)}`),
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
      sessionRow(({ session_state }) => stateText(session_state)),
    ),
  ]
}

function dueList<Item>(
  heading: string,
  all: string,
  { data, isError, isLoading, refetch }: UseQueryResult<DueRows<Item>>,
  rowOf: (item: Item) => DueRow,
): DueList {
  return {
    isLoading,
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
