import { useParams } from 'react-router-dom'
import { ClientPage } from '../features/clients/client-page'
import { SessionsPanel } from '../features/sessions/sessions-panel'

/** A client's page, with the sessions of that client in its Sessions card. */
export function ClientRoute() {
  const { clientId = '' } = useParams()
  return <ClientPage key={clientId} clientId={clientId} sessions={(client) => <SessionsPanel client={client} />} />
}
