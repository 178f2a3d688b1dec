import { createConnection } from '@agency/http-client/connection'
import { api } from './api.ts'
import { useSession } from './session-store.ts'

/** The connection to the server. A probe requests the open session; without a session there are no probes. */
export const { useConnection, checkConnection, followNetwork } = createConnection((options) => {
  const { session } = useSession.getState()
  return session && api.get(`session/${encodeURIComponent(session.session_code)}/details`, options)
})
