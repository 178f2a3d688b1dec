import type { ClientListItem } from '@agency/contract/clients'
import type { DeclinedDocument } from '@agency/contract/declines'
import type { SessionListItem } from '@agency/contract/sessions'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { useToday } from '../../shared/dates/today'
import { CallLink } from '../../shared/desk/call-link'
import { DeclineAnswers } from '../../shared/desk/decline-answers'
import { clientName, formatFollowUp, formatMoment } from '../../shared/formatting'
import {
  clientsProposing,
  clientsToFollowUp,
  paths,
  replaceDocument,
  sessionsDeclined,
  sessionsExpiring,
  sessionsUnsealed,
  sessionsWaitingForUs,
  sessionsWaitingLong,
} from '../../shared/paths'
import { type DueClients, type DueSessions, declinedQuery, dueClientsQuery, dueSessionsQuery } from './due-queries'
import { FollowUpVerbs, ProposalVerbs, SessionVerbs, UnsentVerb } from './work-verbs'

export interface WorkRow {
  readonly id: string
  /** What kind of work it is, in a word or two. */
  readonly kind: string
  readonly tone?: 'danger' | 'warning' | 'info'
  readonly name: string
  readonly to: string
  readonly what: string
  readonly reason?: string | null
  readonly verbs: ReactNode
}

export interface Work {
  readonly name: string
  readonly all: string
  readonly isLoading: boolean
  readonly failed: boolean
  readonly retry: () => void
  readonly total: number
  readonly rows: readonly WorkRow[]
}

/** Decides on what a client proposes. */
export type ProposalsDialog = (client: ClientListItem, onClose: () => void) => ReactNode

/** What needs somebody, the most urgent kind first. */
export function useWork(proposals: ProposalsDialog): readonly Work[] {
  const today = useToday()
  const navigate = useNavigate()
  const declined = useQuery(declinedQuery)
  const unsealed = useQuery(dueSessionsQuery({ status: 'sealing_failed' }))
  const proposing = useQuery(dueClientsQuery({ proposals: 'open' }))
  const overdue = useQuery(dueClientsQuery({ follow_up: 'overdue', date: today, sort: 'next_f_u_date' }))
  const coming = useQuery(dueClientsQuery({ follow_up: 'coming', date: today, sort: 'next_f_u_date' }))
  const ours = useQuery(dueSessionsQuery({ status: 'waiting_for_us' }))
  const expiring = useQuery(dueSessionsQuery({ status: 'expiring', sort: 'waiting' }))
  const long = useQuery(dueSessionsQuery({ status: 'waiting_long', sort: 'waiting' }))
  const replace = ({ client_id, session_code, id }: DeclinedDocument) =>
    navigate(replaceDocument(client_id, session_code, id))
  const followUp = (client: ClientListItem) => followUpRow(client, today)
  return [
    workOf('declined documents', sessionsDeclined, declined, ({ documents }) => ({
      total: documents.length,
      rows: documents.map((document) => declinedRow(document, replace)),
    })),
    workOf('documents that could not be sealed', sessionsUnsealed, unsealed, rowsOf<DueSessions>(unsealedRow)),
    workOf('clients with changes to review', clientsProposing, proposing, rowsOf<DueClients>(proposalRow(proposals))),
    workOf('overdue follow-ups', clientsToFollowUp('overdue'), overdue, rowsOf<DueClients>(followUp)),
    workOf('expiring sessions', sessionsExpiring, expiring, rowsOf<DueSessions>(expiringRow)),
    workOf('sessions that wait longer than 3 days', sessionsWaitingLong, long, rowsOf<DueSessions>(waitingRow)),
    workOf('sessions that wait for us', sessionsWaitingForUs, ours, ({ total, rows }) => ({
      total,
      rows: rows.flatMap((session) => unsentRow(session) ?? []),
    })),
    workOf('follow-ups within 7 days', clientsToFollowUp('coming'), coming, ({ total, rows }) => ({
      total,
      // Those of later days need nobody yet.
      rows: rows.filter(({ next_f_u_date }) => next_f_u_date === today).map(followUp),
    })),
  ]
}

const rowsOf =
  <Answer extends DueClients | DueSessions>(rowOf: (item: Answer['rows'][number]) => WorkRow) =>
  ({ rows, total }: Answer) => ({ total, rows: rows.map(rowOf) })

function workOf<Answer>(
  name: string,
  all: string,
  { data, isError, isLoading, refetch }: UseQueryResult<Answer>,
  read: (answer: Answer) => Pick<Work, 'total' | 'rows'>,
): Work {
  const content = data === undefined ? { total: 0, rows: [] } : read(data)
  const failed = isError && data === undefined
  return { name, all, isLoading, failed, retry: () => void refetch(), ...content }
}

const nameOf = (item: Parameters<typeof clientName>[0]): string => clientName(item) || 'unnamed client'

function declinedRow(document: DeclinedDocument, onReplace: (document: DeclinedDocument) => unknown): WorkRow {
  const { id, title, client_id, client_phone, session_code, declined_at, declined_from } = document
  const from = declined_from === null ? '' : `, from ${declined_from}`
  const when = declined_at === null ? 'marked as declined by staff' : `declined ${formatMoment(declined_at)}${from}`
  return {
    id,
    kind: 'Declined',
    tone: 'danger',
    name: nameOf(document),
    to: paths.session(client_id, session_code),
    what: `${title || 'Untitled'}, ${when}`,
    reason: document.decline_reason,
    verbs: <DeclineAnswers declined={document} phone={client_phone} onReplace={() => onReplace(document)} />,
  }
}

const proposalRow =
  (dialog: ProposalsDialog) =>
  (client: ClientListItem): WorkRow => ({
    id: `proposals ${client.id}`,
    kind: 'Changes',
    tone: 'info',
    name: nameOf(client),
    to: paths.client(client.id),
    what: 'proposed changes to the record',
    verbs: <ProposalVerbs client={client} dialog={dialog} />,
  })

const followUpRow = (client: ClientListItem, today: string): WorkRow => ({
  id: `follow-up ${client.id}`,
  kind: 'Follow-up',
  ...((client.next_f_u_date ?? today) < today ? { tone: 'warning' } : {}),
  name: nameOf(client),
  to: paths.client(client.id),
  what: client.next_f_u_date === null ? '' : formatFollowUp(client.next_f_u_date, today),
  verbs: <FollowUpVerbs client={client} />,
})

const ofSession = (session: SessionListItem): Pick<WorkRow, 'id' | 'name' | 'to'> => ({
  id: session.id,
  name: nameOf(session),
  to: paths.session(session.client_id, session.session_code),
})

const unsealedRow = (session: SessionListItem): WorkRow => ({
  ...ofSession(session),
  kind: 'Not sealed',
  tone: 'danger',
  what: `${session.session_type} session, signed, but could not be sealed`,
  verbs: <CallLink phone={session.client_phone} />,
})

const expiringRow = (session: SessionListItem): WorkRow => ({
  ...ofSession(session),
  kind: 'Expiring',
  tone: 'warning',
  what: `${session.session_type} session, expires ${formatMoment(session.expires_at)}${remindedText(session)}`,
  verbs: <SessionVerbs session={session} />,
})

const waitingRow = (session: SessionListItem): WorkRow => ({
  ...ofSession(session),
  kind: 'Not signed',
  what: `${session.session_type} session, since ${formatMoment(session.sent_at ?? session.created_at)}${remindedText(session)}`,
  verbs: <SessionVerbs session={session} />,
})

const remindedText = ({ reminded_at }: SessionListItem): string =>
  reminded_at === null ? '' : `, reminded ${formatMoment(reminded_at)}`

/** A session that was not handed over, or whose message came to nothing. Others that wait for us are among the changes, and what could not be sealed. */
function unsentRow(session: SessionListItem): WorkRow | undefined {
  const { documents_total, identification, session_state, undelivered } = session
  const isEmptied = documents_total === 0 && session.sent_at !== null
  const why = [
    documents_total === 0 && (isEmptied ? 'all documents were withdrawn' : 'has no documents yet'),
    identification === null && 'has no passcode yet',
    session_state === 'draft' && 'not sent yet',
    undelivered && 'a message did not reach the client',
  ].find((text) => text !== false)
  if (why === undefined) return undefined
  const what = `${session.session_type} session, ${why}`
  const row = { ...ofSession(session), what }
  const verbs = (
    <>
      <CallLink phone={session.client_phone} />
      <UnsentVerb page={row.to} isReady={documents_total > 0 && identification !== null} />
    </>
  )
  if (undelivered) return { ...row, kind: 'Not delivered', tone: 'danger', verbs }
  return { ...row, kind: isEmptied ? 'No documents' : 'To send', verbs }
}
