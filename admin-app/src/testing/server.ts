import type { Capabilities } from '@agency/contract/capabilities'
import type { DashboardFigures } from '@agency/contract/dashboard-figures'
import type { GlobalFormFields } from '@agency/contract/form-fields'
import type { HealthReport } from '@agency/contract/health'
import type { SessionMessages } from '@agency/contract/messages'
import type { SessionReminders } from '@agency/contract/session-reminders'
import { HttpResponse, http, type JsonBodyType } from 'msw'
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

/** Answers to what most screens ask for. `:id` is any part of an address. */
const defaults: Readonly<Record<string, JsonBodyType>> = {
  'POST admin/activity': { idle_seconds: 1_800 },
  'GET admin/login-options': { password: true, password_reset: true, providers: [] },
  'GET admin/invitations': [],
  'GET admin/me/providers': [],
  'GET capabilities': capabilities,
  'GET health-report': wellInstalled,
  'GET global-forms/:id/fields': noFields,
  'GET global-forms/:id/proposed-fields': { success: true, fields: [] },
  'GET sessionforms/:id/proposed-fields': { success: true, fields: [] },
  'GET sessionforms/:id/placed-fields': noFields,
  'GET reveal-alerts': { alerts: [] },
  'GET record-reads/alerts': { alerts: [] },
  'GET clients/today': nothingToDo,
  'GET declined-documents': { documents: [] },
  'GET clients': [],
  'GET client-list-views': { views: [] },
  'GET policy-list-views': { views: [] },
  'GET tags': { tags: [] },
  'GET carriers': { carriers: [] },
  'GET clients/:id/tags': { tags: [] },
  'GET sessions': [],
  'GET session/:code/messages': noMessages,
  'GET global-forms': { success: true, forms: [] },
  'POST session/:code/messages/preview': { subject: null, text: 'Documents are ready for you to sign.', html: null },
  'GET form-presets': [],
  'GET clients/:id/proposals': { success: true, proposals: [] },
  'GET clients/:id/duplicates': { clients: [] },
  'GET clients/:id/merges': { merges: [] },
  'GET clients/:id/documents': [],
  'GET clients/:id/policies': { policies: [] },
  'GET clients/:id/policy-proposals': { proposals: [] },
  'GET clients/:id/notes': { record: { notes: null, notes_2: null }, notes: [], more: false },
  'GET clients/:id/texts': { numbers: [] },
  'GET audit': { events: [], next_cursor: null },
  'GET admin/list': [],
  'GET teams': [],
  'GET admin/me/digest': { digest: false },
  'GET session/:code/reminders': unsent,
  'GET clients/:id/sessions': [],
}
const patterns = Object.entries(defaults).map(([call, body]) => {
  const [method, path = ''] = call.split(' ')
  return { pattern: new RegExp(`^${method} ${at(path.replace(/:[a-z]+/, '[^/?]+'))}(\\?|$)`), body }
})
const defaultFor = ({ method, url }: Request) => patterns.find(({ pattern }) => pattern.test(`${method} ${url}`))

/**
 * The fake API of the tests. A call without a handler fails the test. One handler has all defaults, since msw compiles the
 * address of each handler anew for each call.
 */
export const server = setupServer(
  http.all(
    ({ request }) => defaultFor(request) !== undefined,
    ({ request }) => HttpResponse.json(defaultFor(request)?.body, { headers: { 'X-Total-Count': '0' } }),
  ),
)
