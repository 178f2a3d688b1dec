import { useParams } from 'react-router-dom'
import { ClientPage } from '../../features/clients/record/client-page'
import { DocumentsPanel } from '../../features/documents/documents-panel'
import { offerUpload } from '../../features/documents/offered-upload'
import { SessionsPanel, StartSession } from '../../features/sessions/sessions-panel'
import { Activity, LatestActivity } from './activity'

/** A client's page, with the sessions and the uploaded files of that client in their cards. */
export function ClientRoute() {
  const { clientId = '' } = useParams()
  return (
    <ClientPage
      key={clientId}
      clientId={clientId}
      sessions={<SessionsPanel clientId={clientId} />}
      startSession={(client) => <StartSession client={client} />}
      documents={<DocumentsPanel clientId={clientId} />}
      onPictures={(files) => offerUpload(clientId, files)}
      latestActivity={(showAll) => <LatestActivity clientId={clientId} onShowAll={showAll} />}
      activity={(close) => <Activity about={{ client_id: clientId }} onClose={close} />}
    />
  )
}
