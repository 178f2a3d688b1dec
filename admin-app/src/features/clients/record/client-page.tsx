import type { DialogName } from '@agency/contract/client-fields'
import type { ClientRecord } from '@agency/contract/clients'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { readRefusal } from '../../../shared/api-error'
import { LoadFailure } from '../../../shared/loading/load-failure'
import { Loading } from '../../../shared/loading/loading'
import { PageHeading } from '../../../shared/page-heading'
import { persistState } from '../../../shared/persist-draft'
import { clientQuery } from '../clients-api'
import { RecordDialog } from '../edit/record-dialog'
import { BackToClients } from './back-to-clients'
import { ClientHeader } from './client-header'
import styles from './client-page.module.css'
import { ClientProposals } from './client-proposals'
import { RecordCards } from './record-cards'

const useOpenDialog = persistState<DialogName | 'activity' | null>()

interface ClientPageProps {
  readonly clientId: string
  /** What the Sessions card holds besides the follow-up date. */
  readonly sessions: (client: ClientRecord) => ReactNode
  /** What the Documents card holds. */
  readonly documents: ReactNode
  /** What happened to the record; asked for when it is opened. */
  readonly activity: (close: () => void) => ReactNode
}

/** One client: a card for each section of the record, each with the dialogs that edit it. */
export function ClientPage({ clientId, sessions, documents, activity }: ClientPageProps) {
  const { data: client, error, refetch } = useQuery(clientQuery(clientId))
  const [dialog, setDialog] = useOpenDialog(clientId, null)
  return (
    <div className={styles.page}>
      <BackToClients className={styles.back} />
      {client === undefined && error === null && <Loading label="Loading client..." />}
      {client === undefined && error !== null && (
        <>
          <PageHeading title="Client">Client</PageHeading>
          <LoadFailure message={failureMessage(error)} retry={refetch} />
        </>
      )}
      {client !== undefined && (
        <>
          <ClientHeader client={client} onEdit={() => setDialog('name')} onActivity={() => setDialog('activity')} />
          <ClientProposals client={client} />
          <RecordCards client={client} onEdit={setDialog} extra={{ sessions: sessions(client), documents }} />
          {dialog === 'activity' && activity(() => setDialog(null))}
          {dialog !== null && dialog !== 'activity' && (
            <RecordDialog dialog={dialog} client={client} onClose={() => setDialog(null)} />
          )}
        </>
      )}
    </div>
  )
}

function failureMessage(error: Error): string {
  const refusal = readRefusal(error)
  if (refusal?.status === 404) return 'This client was not found.'
  // The server says how long to wait, and whom to ask.
  if (refusal?.body?.code === 'TOO_MANY_RECORDS') return refusal.body.message
  return 'The client could not be loaded.'
}
