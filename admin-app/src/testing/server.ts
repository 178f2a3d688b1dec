import type { Capabilities } from 'contract/capabilities'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'

export const apiBase = 'http://localhost:3000/admin/_api'

/** The address of a call. */
export const at = (path: string): string => `${apiBase}/${path}`

const capabilities: Capabilities = { pdf_upload: true, esign_provider: 'built-in', cvc_retention_days: 7 }

/**
 * The API as tests describe it; a call that none of them expects fails the test. What most screens ask for beside their
 * own data is answered here.
 */
export const server = setupServer(
  http.get(at('capabilities'), () => HttpResponse.json(capabilities)),
  http.get(at('clients/:id/documents'), () => HttpResponse.json([])),
  http.get(at('clients/:id/sessions'), () => HttpResponse.json([])),
)
