import type { Session, SessionSummary } from '@agency/contract/sessions'
import { replaceEqualDeep, useQuery } from '@tanstack/react-query'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { memo, type ReactNode, useEffect, useMemo } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { readRefusal } from '../../../shared/api-error'
import { ArchivedNotice } from '../../../shared/archive/archived-notice'
import { ReadOnly, readOnlyReason } from '../../../shared/archive/read-only'
import { proposalsQuery } from '../../../shared/client-queries'
import { counted, formatMoment } from '../../../shared/formatting'
import { LateNotice } from '../../../shared/late-notices'
import { LoadFailure } from '../../../shared/loading/load-failure'
import { Loading, PageSkeleton } from '../../../shared/loading/loading'
import { useArrival } from '../../../shared/loading/use-arrival'
import { useOfferedCommand } from '../../../shared/page-commands'
import { PageHeading } from '../../../shared/page-heading'
import { paths } from '../../../shared/paths'
import { useVisit } from '../../../shared/recent-records'
import { RevealReasonDialog } from '../../../shared/reveals/reveal-reason-dialog'
import { sessionFormsQuery } from '../../../shared/session-documents'
import { useReadyFolders } from '../../../shared/shared-ui'
import { usePermission } from '../../../shared/use-permission'
import { SessionMessagesCard } from '../messages/session-messages-card'
import { RemindersCard } from '../reminders/reminders-card'
import { liveSessionsQuery, sessionQuery } from '../session-queries'
import { useSessionArchive } from './session-archive'
import styles from './session-page.module.css'
import { SessionSummaryCard } from './session-summary-card'

interface SessionPageProps {
  readonly clientId: string
  readonly sessionCode: string
  readonly forms: (session: Session) => ReactNode
}

export function SessionPage({ clientId, sessionCode, forms }: SessionPageProps) {
  const { session, error, refetch } = useSession(clientId, sessionCode)
  const isListed = session !== undefined && session.archived_at === null && session.client_archived_at === null
  useVisit(isListed ? headingOf(session) : null, paths.session(clientId, sessionCode))
  const navigate = useNavigate()
  useOfferedCommand(session === undefined ? null : 'Open the client of this session', () =>
    navigate(paths.client(clientId)),
  )
  return (
    <div className={styles.page}>
      <Link to={paths.client(clientId)} className={styles.back}>
        <ArrowLeft size={18} />
        Back to Client Detail Page
      </Link>
      {session === undefined && error === null && (
        <Loading label="Loading session...">
          <PageSkeleton columns={[[10, 18]]} />
        </Loading>
      )}
      {session === undefined && error !== null && (
        <>
          <PageHeading title="Session">Session</PageHeading>
          <LoadFailure message={failureMessage(error)} retry={refetch} />
        </>
      )}
      {session !== undefined && (
        <>
          <PageHeading title="Session">{headingOf(session)}</PageHeading>
          <OpenedSession session={session} forms={forms} />
        </>
      )}
    </div>
  )
}

interface OpenedSessionProps {
  readonly session: Session
  readonly forms: (session: Session) => ReactNode
}

/** Read-only if it or its client is archived. Not rendered again with each answer of the poll. */
const OpenedSession = memo(function OpenedSession({ session, forms }: OpenedSessionProps) {
  const { busy, restore, askAndArchive, askAndDelete } = useSessionArchive(session)
  const { archived_at, client_archived_at, client_id } = session
  const isArchived = archived_at !== null || client_archived_at !== null
  const mayWrite = usePermission('sessions.write')
  return (
    <ReadOnly value={readOnlyReason(isArchived, mayWrite)}>
      {client_archived_at !== null && (
        <p className="notice" data-tone="warning" role="status">
          The client of this session is archived, so the session is read-only.{' '}
          <Link to={paths.client(client_id)}>Open the client to restore it</Link>
        </p>
      )}
      {client_archived_at === null && archived_at !== null && (
        <ArchivedNotice busy={busy} onRestore={restore} onDelete={askAndDelete}>
          This session was archived on {formatMoment(archived_at)}. It is read-only, and the client can't open it.
        </ArchivedNotice>
      )}
      {!isArchived && <SessionProposals session={session} />}
      {!isArchived && session.open_devices > 1 && (
        <LateNotice>
          This session is open on {session.open_devices} devices. If that is not your client, set a new passcode, which
          logs all of them out.
        </LateNotice>
      )}
      <div className={styles.columns}>
        <div className={styles.main}>
          {forms(session)}
          <Correspondence session={session} />
        </div>
        <SessionSummaryCard session={session} onArchive={askAndArchive} onDelete={askAndDelete} />
      </div>
      <RevealReasonDialog />
    </ReadOnly>
  )
})

/** Messages and reminders, rendered after the documents, which would move them. */
function Correspondence({ session }: { readonly session: Session }) {
  const { data, isError } = useQuery(sessionFormsQuery(session.id))
  const arrived = useArrival(useReadyFolders() ? data : undefined)
  if (arrived === undefined && !isError) return null
  return (
    <div className={styles.correspondence}>
      <SessionMessagesCard session={session} />
      <RemindersCard session={session} />
    </div>
  )
}

/** A link to the record when the client has written values into this session's documents that differ from it. */
function SessionProposals({ session }: { readonly session: Session }) {
  const query = proposalsQuery(session.client_id)
  // Refetched when the status changes: a signature brings the proposals.
  const { data: proposals } = useQuery({ ...query, queryKey: [...query.queryKey, session.status] })
  const count = proposals?.filter(({ session_id }) => session_id === session.id).length ?? 0
  if (count === 0) return null
  return (
    <LateNotice>
      The client proposes {counted(count, 'change')} to the record.{' '}
      <Link to={paths.client(session.client_id)}>{count === 1 ? 'Look at it' : 'Look at them'}</Link>
    </LateNotice>
  )
}

/** The status is that of the polled list, the version that of the details, which an edit is based on. */
function useSession(clientId: string, sessionCode: string) {
  const { data, error, refetch } = useQuery(sessionQuery(sessionCode))
  const details = useArrival(data)
  const { data: sessions } = useQuery(liveSessionsQuery(clientId))
  const now = sessions?.find(({ id }) => id === details?.id)
  const isStale = details !== undefined && now !== undefined && now.version > details.version
  useEffect(() => {
    // A colleague's change, such as a new passcode: the list has neither the passcode nor the destinations.
    if (isStale) void refetch()
  }, [isStale, refetch])
  const session = useMemo(() => details && mergeCurrent(details, now), [details, now])
  return { session, error, refetch }
}

/** The details with what the list says now; the details themselves if it says the same. */
function mergeCurrent(details: Session, now: SessionSummary | undefined): Session {
  if (now === undefined) return details
  return replaceEqualDeep(details, { ...details, ...now, version: details.version })
}

function headingOf({ session_type, client_first_name, client_last_name }: Session): string {
  return `${session_type} Session for ${client_first_name ?? ''} ${client_last_name ?? ''}`.replace(/\s+/g, ' ').trim()
}

function failureMessage(error: Error): string {
  return readRefusal(error)?.status === 404 ? 'This session was not found.' : 'The session could not be loaded.'
}
