import { createConnection } from '@agency/http-client/connection'
import { api } from './api'

/** The connection to the server. Probes ask for the capabilities, which need no login. */
export const { useConnection, checkConnection, followNetwork } = createConnection((options) =>
  api().get('capabilities', options),
)
