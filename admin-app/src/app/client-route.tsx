import { lazy, Suspense } from 'react'
import { useParams } from 'react-router-dom'
import { ClientPage } from '../features/clients/client-page'
import { DocumentsPanel } from '../features/documents/documents-panel'
import { SessionsPanel } from '../features/sessions/sessions-panel'

const ActivityDialog = lazy(async () => ({
  default: (await import('../features/audit/activity-dialog')).ActivityDialog,
}))

/** A client's page, with the sessions and the uploaded files of that client in their cards. */
export function ClientRoute() {
  const { clientId = '' } = useParams()
  return (
    <ClientPage
      key={clientId}
      clientId={clientId}
      sessions={(client) => <SessionsPanel client={client} />}
      documents={<DocumentsPanel clientId={clientId} />}
      activity={(close) => (
        <Suspense fallback={null}>
          <ActivityDialog clientId={clientId} onClose={close} />
        </Suspense>
      )}
    />
  )
}
