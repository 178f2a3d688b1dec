import type { DialogName } from '@agency/contract/client-fields'
import type { ClientRecord } from '@agency/contract/clients'
import type { Proposal } from '@agency/contract/form-fields'
import { usePrefetchInfiniteQuery, usePrefetchQuery, useQuery } from '@tanstack/react-query'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, Navigate } from 'react-router-dom'
import { readRefusal } from '../../../shared/api-error'
import { ArchivedNotice } from '../../../shared/archive/archived-notice'
import { ReadOnly, readOnlyReason } from '../../../shared/archive/read-only'
import { proposalsQuery } from '../../../shared/client-queries'
import { clientName, formatMoment } from '../../../shared/formatting'
import { LoadFailure } from '../../../shared/loading/load-failure'
import { Loading, PageSkeleton } from '../../../shared/loading/loading'
import { useArrival } from '../../../shared/loading/use-arrival'
import { useOfferedCommand } from '../../../shared/page-commands'
import { PageHeading } from '../../../shared/page-heading'
import { paths } from '../../../shared/paths'
import { persistState } from '../../../shared/persist-draft'
import { useVisit } from '../../../shared/recent-records'
import { RevealReasonDialog } from '../../../shared/reveals/reveal-reason-dialog'
import { PastedPictures } from '../../../shared/text/pasted-pictures'
import { usePermission } from '../../../shared/use-permission'
import { clientQuery } from '../client-queries'
import { DuplicateNotice } from '../duplicates/duplicate-notice'
import { duplicatesOfQuery, mergesQuery } from '../duplicates/duplicate-queries'
import { RecordEditingProvider } from '../edit/in-place/record-editing'
import { RecordDialog } from '../edit/record-dialog'
import { useListPlace } from '../list/list-place'
import { returning } from '../list/list-return'
import { notesQuery } from '../notes/note-queries'
import { NotesPanel } from '../notes/notes-panel'
import { PoliciesPanel } from '../policies/policies-panel'
import { clientPoliciesQuery } from '../policies/policy-queries'
import { ProposalsCard } from '../proposals/proposals-card'
import { useClientArchive } from './client-archive'
import { ClientHeader } from './client-header'
import styles from './client-page.module.css'
import { ClientTexts } from './client-texts'
import { RecordCards } from './record-cards'
import { editButton } from './record-sections'

const useOpenDialog = persistState<DialogName | 'activity' | null>()

interface ClientPageProps {
  readonly clientId: string
  readonly sessions: ReactNode
  readonly startSession: (client: ClientRecord) => ReactNode
  readonly documents: ReactNode
  /** Takes pictures that were pasted into notes, which hold none. */
  readonly onPictures: (files: readonly File[]) => void
  readonly activity: (close: () => void) => ReactNode
  /** The latest of it, with the button that shows all. */
  readonly latestActivity: (showAll: () => void) => ReactNode
}

/** One client: a header that stays, and a card for each section of the record with the dialogs that edit it. */
export function ClientPage({ clientId, sessions, startSession, documents, onPictures, ...trail }: ClientPageProps) {
  const { data, error, refetch } = useQuery(clientQuery(clientId))
  // With the record: what its panel fetched later would move the cards below it.
  usePrefetchQuery(clientPoliciesQuery(clientId))
  usePrefetchInfiniteQuery(notesQuery(clientId))
  const proposals = useQuery(proposalsQuery(clientId))
  // On a phone the notice stands on lines of its own above the record.
  const notice = [useQuery(duplicatesOfQuery(clientId)), useQuery(mergesQuery(clientId))]
  const waits = [proposals, ...notice].some(({ isPending, failureCount }) => isPending && failureCount === 0)
  const client = useArrival(waits ? undefined : data)
  const [arriving] = useState(data === undefined)
  const [dialog, setDialog] = useOpenDialog(clientId, null)
  useFocusAfterDialog(dialog)
  const name = client === undefined ? null : clientName(client) || 'unnamed client'
  const isArchived = client !== undefined && client.archived_at !== null
  useVisit(isArchived ? null : name, paths.client(client?.id ?? clientId))
  const mayWrite = usePermission('clients.write')
  const mayReadTrail = usePermission('audit.read')
  useOfferedCommand(isArchived || !mayWrite ? null : name && `Edit the name of ${name}`, () => setDialog('name'))
  // It was merged into another one, which the server led on to.
  if (client !== undefined && client.id !== clientId) return <Navigate to={paths.client(client.id)} replace />
  return (
    <div className={styles.page}>
      <div className={styles.top}>
        <BackToClients />
        {client !== undefined && !isArchived && <DuplicateNotice clientId={client.id} />}
      </div>
      {client === undefined && error === null && (
        <Loading label="Loading client...">
          <PageSkeleton
            columns={[
              [14, 12, 8],
              [16, 10],
            ]}
          />
        </Loading>
      )}
      {client === undefined && error !== null && (
        <>
          <PageHeading title="Client">Client</PageHeading>
          <LoadFailure message={failureMessage(error)} retry={refetch} />
        </>
      )}
      {client !== undefined && (
        <PastedPictures value={onPictures}>
          <RecordEditingProvider client={client}>
            <Record
              client={client}
              startSession={startSession(client)}
              dialog={dialog}
              onDialog={setDialog}
              extra={{
                policies: <PoliciesPanel client={client} />,
                sessions,
                documents,
                notes: <NotesPanel clientId={clientId} />,
                ...(hasNumber(client) && { contact: <ClientTexts client={client} /> }),
              }}
              arriving={arriving}
              proposals={proposals.data ?? []}
              activity={dialog === 'activity' && trail.activity(() => setDialog(null))}
              latestActivity={mayReadTrail && trail.latestActivity(() => setDialog('activity'))}
            />
            <RevealReasonDialog />
          </RecordEditingProvider>
        </PastedPictures>
      )}
    </div>
  )
}

const hasNumber = ({ primary_phone, secondary_phone }: ClientRecord): boolean =>
  Boolean(primary_phone ?? secondary_phone)

interface RecordProps {
  readonly client: ClientRecord
  readonly startSession: ReactNode
  readonly dialog: DialogName | 'activity' | null
  readonly onDialog: (dialog: DialogName | 'activity' | null) => void
  readonly extra: ComponentProps<typeof RecordCards>['extra']
  readonly arriving: boolean
  /** The client's open proposals; none after a failed load: the record is useful without them. */
  readonly proposals: readonly Proposal[]
  readonly activity: ReactNode
  readonly latestActivity: ReactNode
}

/** The record and the dialog that edits it. It is read-only if it is archived, or for the person's access level. */
function Record({
  client,
  startSession,
  dialog,
  onDialog,
  proposals,
  activity,
  latestActivity,
  ...cards
}: RecordProps) {
  const { busy, restore, askAndArchive, askAndDelete } = useClientArchive(client)
  const { archived_at } = client
  const mayWrite = usePermission('clients.write')
  return (
    <ReadOnly value={readOnlyReason(archived_at !== null, mayWrite)}>
      {archived_at !== null && (
        <ArchivedNotice busy={busy} onRestore={restore} onDelete={askAndDelete}>
          This client was archived on {formatMoment(archived_at)}. The record is read-only.
        </ArchivedNotice>
      )}
      <ClientHeader
        client={client}
        startSession={startSession}
        onEdit={() => onDialog('name')}
        onActivity={() => onDialog('activity')}
        onArchive={askAndArchive}
        onDelete={askAndDelete}
      />
      {activity}
      {archived_at === null && proposals.length > 0 && <ProposalsCard client={client} proposals={proposals} />}
      <RecordCards client={client} onEdit={onDialog} last={latestActivity} {...cards} />
      {archived_at === null && mayWrite && dialog !== null && dialog !== 'activity' && (
        <RecordDialog key={dialog} dialog={dialog} client={client} onClose={() => onDialog(null)} />
      )}
    </ReadOnly>
  )
}

/** Focuses the Edit button of a section after its dialog, if the opener is gone with the section's first value. */
function useFocusAfterDialog(dialog: DialogName | 'activity' | null): void {
  const last = useRef<DialogName | 'activity' | null>(null)
  useEffect(() => {
    const closed = last.current
    last.current = dialog
    if (dialog !== null || closed === null || closed === 'activity') return
    // The dialog restores the focus in a later task. Without its opener, the heading gets it.
    const timer = setTimeout(() => {
      if (document.activeElement?.matches('body, h1')) editButton(closed)?.focus()
    })
    return () => clearTimeout(timer)
  }, [dialog])
}

/** Leads back to the list with its filters. */
function BackToClients() {
  const search = useListPlace(({ place }) => place?.search ?? '')
  const policies = useListPlace((places) => places.policies)
  return (
    <Link
      to={policies === null ? { pathname: paths.clients, search } : { pathname: paths.policies, search: policies }}
      state={returning}
      className={styles.back}
    >
      <ArrowLeft size={18} />
      {policies === null ? 'Back to clients' : 'Back to policies'}
    </Link>
  )
}

function failureMessage(error: Error): string {
  const refusal = readRefusal(error)
  if (refusal?.status === 404) return 'This client was not found.'
  // This message says how long to wait and whom to ask.
  if (refusal?.body?.code === 'TOO_MANY_RECORDS') return refusal.body.message
  return 'The client could not be loaded.'
}
