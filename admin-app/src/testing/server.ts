import type { Capabilities } from '@agency/contract/capabilities'
import type { DashboardFigures } from '@agency/contract/dashboard-figures'
import type { HealthReport } from '@agency/contract/health'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'

export const apiBase = 'http://localhost:3000/admin/_api'

/** The address of a call. */
export const at = (path: string): string => `${apiBase}/${path}`

const capabilities: Capabilities = { pdf_upload: true, esign_provider: 'built-in', cvc_retention_days: 7 }

const wellInstalled: HealthReport = [
  {
    id: 'database',
    title: 'Database',
    state: 'ok',
    message: 'The database answers.',
    at: '2026-11-20T05:00:00.000Z',
  },
]

const nothingToDo: DashboardFigures = {
  overdue: 0,
  coming: 0,
  waiting: 0,
  signed: 0,
  unsealed: 0,
  declined: 0,
  proposals: 0,
  signed_since: '2026-11-20T05:00:00.000Z',
}

/**
 * The fake API of the tests. A call without a handler fails the test. Calls that most screens make are answered here.
 */
export const server = setupServer(
  http.post(at('admin/activity'), () => HttpResponse.json({ idle_seconds: 1_800 })),
  http.get(at('capabilities'), () => HttpResponse.json(capabilities)),
  http.get(at('health-report'), () => HttpResponse.json(wellInstalled)),
  http.get(at('global-forms/:id/fields'), () => HttpResponse.json({ success: true, fields: [], version: 1 })),
  http.get(at('record-reads/alerts'), () => HttpResponse.json({ alerts: [] })),
  http.get(at('clients/today'), () => HttpResponse.json(nothingToDo)),
  http.get(at('declined-documents'), () => HttpResponse.json({ documents: [] })),
  http.get(at('clients'), () => HttpResponse.json([], { headers: { 'X-Total-Count': '0' } })),
  http.get(at('client-list-views'), () => HttpResponse.json({ views: [] })),
  http.get(at('sessions'), () => HttpResponse.json([], { headers: { 'X-Total-Count': '0' } })),
  http.get(at('form-presets'), () => HttpResponse.json([])),
  http.get(at('clients/:id/proposals'), () => HttpResponse.json({ success: true, proposals: [] })),
  http.get(at('clients/:id/documents'), () => HttpResponse.json([])),
  http.get(at('admin/list'), () => HttpResponse.json([])),
  http.get(at('clients/:id/sessions'), () => HttpResponse.json([])),
)
