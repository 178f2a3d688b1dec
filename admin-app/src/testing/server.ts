import type { Capabilities } from '@agency/contract/capabilities'
import type { DashboardFigures } from '@agency/contract/dashboard-figures'
import type { GlobalFormFields } from '@agency/contract/form-fields'
import type { HealthReport } from '@agency/contract/health'
import type { SessionMessages } from '@agency/contract/messages'
import type { SessionReminders } from '@agency/contract/session-reminders'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'

export const apiBase = 'http://localhost:3000/admin/_api'

/** The address of a call. */
export const at = (path: string): string => `${apiBase}/${path}`

export const capabilities: Capabilities = {
  pdf_upload: true,
  esign_provider: 'built-in',
  cvc_retention_days: 7,
  signing_code: 'off',
  session_passcode: 'chosen',
  reveal_reason: 'off',
  outbox_page: false,
}

const wellInstalled: HealthReport = [
  {
    id: 'database',
    title: 'Database',
    state: 'ok',
    message: 'The database answers.',
    at: '2026-11-20T05:00:00.000Z',
  },
]

const reachable = { mode: 'server', to: 'm•••@example.com', carries: null } as const
const noMessages: SessionMessages = {
  messages: [],
  channels: { email: reachable, text: { ...reachable, to: '•••0187' } },
  held: null,
  contact_changes: [],
  language: 'en',
}

const noFields: GlobalFormFields = { success: true, fields: [], notes: [], version: 1 }

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

const unsent: SessionReminders = {
  state: 'not-sent',
  paused: false,
  plan: null,
  default_plan: { days: [3, 7], repeat_days: 7, most: 6 },
  next: null,
  sent: [],
  time_zone: 'America/New_York',
  version: 0,
}

/**
 * The fake API of the tests. A call without a handler fails the test. Calls that most screens make are answered here.
 */
export const server = setupServer(
  http.post(at('admin/activity'), () => HttpResponse.json({ idle_seconds: 1_800 })),
  http.get(at('admin/login-options'), () => HttpResponse.json({ password: true, password_reset: true, providers: [] })),
  http.get(at('admin/invitations'), () => HttpResponse.json([])),
  http.get(at('admin/me/providers'), () => HttpResponse.json([])),
  http.get(at('capabilities'), () => HttpResponse.json(capabilities)),
  http.get(at('health-report'), () => HttpResponse.json(wellInstalled)),
  http.get(at('global-forms/:id/fields'), () => HttpResponse.json(noFields)),
  http.get(at('global-forms/:id/proposed-fields'), () => HttpResponse.json({ success: true, fields: [] })),
  http.get(at('sessionforms/:id/proposed-fields'), () => HttpResponse.json({ success: true, fields: [] })),
  http.get(at('sessionforms/:id/placed-fields'), () => HttpResponse.json(noFields)),
  http.get(at('reveal-alerts'), () => HttpResponse.json({ alerts: [] })),
  http.get(at('record-reads/alerts'), () => HttpResponse.json({ alerts: [] })),
  http.get(at('clients/today'), () => HttpResponse.json(nothingToDo)),
  http.get(at('declined-documents'), () => HttpResponse.json({ documents: [] })),
  http.get(at('clients'), () => HttpResponse.json([], { headers: { 'X-Total-Count': '0' } })),
  http.get(at('client-list-views'), () => HttpResponse.json({ views: [] })),
  http.get(at('policy-list-views'), () => HttpResponse.json({ views: [] })),
  http.get(at('tags'), () => HttpResponse.json({ tags: [] })),
  http.get(at('carriers'), () => HttpResponse.json({ carriers: [] })),
  http.get(at('clients/:id/tags'), () => HttpResponse.json({ tags: [] })),
  http.get(at('sessions'), () => HttpResponse.json([], { headers: { 'X-Total-Count': '0' } })),
  http.get(at('session/:code/messages'), () => HttpResponse.json(noMessages)),
  http.get(at('global-forms'), () => HttpResponse.json({ success: true, forms: [] })),
  http.post(at('session/:code/messages/preview'), () =>
    HttpResponse.json({ subject: null, text: 'Documents are ready for you to sign.', html: null }),
  ),
  http.get(at('form-presets'), () => HttpResponse.json([])),
  http.get(at('clients/:id/proposals'), () => HttpResponse.json({ success: true, proposals: [] })),
  http.get(at('clients/:id/duplicates'), () => HttpResponse.json({ clients: [] })),
  http.get(at('clients/:id/merges'), () => HttpResponse.json({ merges: [] })),
  http.get(at('clients/:id/documents'), () => HttpResponse.json([])),
  http.get(at('clients/:id/policies'), () => HttpResponse.json({ policies: [] })),
  http.get(at('clients/:id/policy-proposals'), () => HttpResponse.json({ proposals: [] })),
  http.get(at('clients/:id/notes'), () =>
    HttpResponse.json({ record: { notes: null, notes_2: null }, notes: [], more: false }),
  ),
  http.get(at('clients/:id/texts'), () => HttpResponse.json({ numbers: [] })),
  http.get(at('audit'), () => HttpResponse.json({ events: [], next_cursor: null })),
  http.get(at('admin/list'), () => HttpResponse.json([])),
  http.get(at('teams'), () => HttpResponse.json([])),
  http.get(at('admin/me/digest'), () => HttpResponse.json({ digest: false })),
  http.get(at('session/:code/reminders'), () => HttpResponse.json(unsent)),
  http.get(at('clients/:id/sessions'), () => HttpResponse.json([])),
)
