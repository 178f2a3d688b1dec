import type { ClientProjection } from '@agency/contract/clients'
import type { FieldValues, FilledField, UpdateSessionFormFields } from '@agency/contract/form-fields'
import type { SessionForm } from '@agency/contract/session-forms'
import type { Session } from '@agency/contract/sessions'
import { type HttpHandler, HttpResponse, http } from 'msw'
import { testEnvironment } from './page-environment.ts'
import { server } from './server.ts'

export const code = 'ABCDEFGHJKMN'
export const storedSession = { id: 'session-1', client_id: 'client-1', session_code: code }

export const apiPath = (path: string) => `${testEnvironment.apiBase}/${path}`

/** An error answer, with the code that the portal branches on. */
export const refusal = (status: number, errorCode: string, headers?: Record<string, string>) =>
  HttpResponse.json({ code: errorCode, message: 'not for people' }, { status, headers })

export const form = (given: Partial<SessionForm> & Pick<SessionForm, 'id'>): SessionForm => ({
  session_id: storedSession.id,
  form_id: null,
  title: `Document ${given.id}`,
  type: 'PDF',
  folder: null,
  notes: null,
  source: null,
  source_template_id: null,
  status: 'pending',
  order_index: 0,
  requires_signature: true,
  reading: 'every_page',
  signing: 'portal',
  has_file: true,
  pdf_check: null,
  pages: 2,
  envelope_id: null,
  created_at: '2026-11-01T10:00:00Z',
  sent_at: null,
  read_at: null,
  signed_at: null,
  completed_at: null,
  sealed_sha256: null,
  error: null,
  sealing_failed_at: null,
  status_set_at: null,
  status_set_by: null,
  dates_set: [],
  dates_set_at: null,
  dates_set_by: null,
  frozen_fields: [],
  void_reason: null,
  declined_at: null,
  declined_by: null,
  declined_from: null,
  signed_as: null,
  decline_reason: null,
  asked_again_at: null,
  asked_again_by: null,
  reminded_at: null,
  reminder_error: null,
  version: 1,
  ...given,
})

/** A required text field on the first page. */
export const field = (given: Partial<FilledField> & Pick<FilledField, 'id'>): FilledField => ({
  kind: 'text',
  page: 0,
  x: 60,
  y: 100,
  width: 200,
  height: 18,
  label: `Field ${given.id}`,
  binding: null,
  required: true,
  editable: true,
  value: null,
  masked: false,
  ...given,
})

const client: ClientProjection = {
  id: storedSession.client_id,
  client_first_name: 'Maria',
  client_last_name: 'García',
  pref_lang: null,
}

const details: Session = {
  id: storedSession.id,
  client_id: storedSession.client_id,
  session_type: 'onboarding',
  session_code: code,
  status: 'in_progress',
  session_state: 'opened',
  sent_at: '2026-11-01T11:00:00Z',
  submitted_at: null,
  created_at: '2026-11-01T10:00:00Z',
  expires_at: new Date(Date.now() + 30 * 86_400_000).toISOString(),
  marked_at: null,
  marked_by: null,
  declined_at: null,
  asked_again_at: null,
  asked_again_by: null,
  identification: null,
  documents_total: 1,
  documents_done: 0,
  documents_to_sign: 1,
  version: 1,
  passcode: null,
  identified_by: null,
  contact_changes: [],
  opened_in_agency_at: null,
  passcode_outdated: false,
  locked_out_at: null,
  client_first_name: 'Maria',
  client_last_name: 'García',
  client_phone: null,
  client_language: 'en',
  started_by: null,
  consented_at: '2026-11-02T10:00:00Z',
  signing_code: 'off',
  open_devices: 1,
  archived_at: null,
  client_archived_at: null,
}

interface Given {
  /** The masked address to which a copy of the signed documents can be sent. */
  readonly copyTo?: string
  /** Whether that copy has the documents attached. */
  readonly attached?: boolean
  readonly client?: object
  readonly session?: Partial<Session>
  readonly fields?: readonly FilledField[]
}

interface Written {
  readonly path: string
  readonly body: unknown
}

/** A fake server of a session: it changes the states of documents like the real one and records the writes. */
export function serveSession(forms: SessionForm[], given: Given = {}) {
  const backend = {
    forms,
    session: { ...details, ...given.session },
    fields: given.fields ?? [],
    written: [] as Written[],
    files: 0,
    reviews: 0,
  }
  const keepFields = (values: FieldValues) => {
    backend.fields = backend.fields.map((field) => ({ ...field, value: values[field.id] ?? field.value }))
  }
  const move = (id: unknown, change: Partial<SessionForm>) => {
    backend.forms = backend.forms.map((kept) => (kept.id === id ? { ...kept, ...change } : kept))
    return HttpResponse.json(backend.forms.find((kept) => kept.id === id))
  }
  const write = (path: string, answer: (id: unknown) => Response): HttpHandler =>
    http.post(apiPath(path), async ({ request, params }) => {
      const text = await request.text()
      backend.written.push({
        path: path.replace(':id', String(params.id)),
        body: text === '' ? null : JSON.parse(text),
      })
      return answer(params.id)
    })
  server.use(
    http.get(apiPath(`session/${code}/details`), () => HttpResponse.json(backend.session)),
    http.get(apiPath('clients/client-1'), () => HttpResponse.json({ ...client, ...given.client })),
    http.get(apiPath('sessionforms/session/session-1'), () =>
      HttpResponse.json({ success: true, data: backend.forms }),
    ),
    http.get(apiPath('sessionforms/:id/file'), () => {
      backend.files += 1
      return HttpResponse.arrayBuffer(new TextEncoder().encode('%PDF-').buffer, {
        headers: { 'Content-Type': 'application/pdf' },
      })
    }),
    http.get(apiPath('sessionforms/:id/fields'), () => HttpResponse.json({ success: true, fields: backend.fields })),
    http.put<{ id: string }, UpdateSessionFormFields>(
      apiPath('sessionforms/:id/fields'),
      async ({ request, params }) => {
        const body = await request.json()
        backend.written.push({ path: `sessionforms/${params.id}/fields`, body })
        keepFields(body.values)
        return HttpResponse.json({ success: true, fields: backend.fields })
      },
    ),
    http.get(apiPath(`session/${code}/disclosure`), ({ request }) => {
      const language = new URL(request.url).searchParams.get('language')
      return HttpResponse.json({ version: '3', language, text: 'First part.\n\nSecond part.', sha256: 'a'.repeat(64) })
    }),
    write(`session/${code}/consent`, () => {
      backend.session = { ...backend.session, consented_at: '2026-11-03T10:00:00Z' }
      return new HttpResponse(null, { status: 204 })
    }),
    write('docusign/envelopes/:id', (id) => {
      move(id, { status: 'sent', envelope_id: 'envelope-1' })
      return HttpResponse.json({ success: true, envelopeId: 'envelope-1', signing: { kind: 'embedded' } })
    }),
    write('sessionforms/:id/open', (id) => move(id, { status: 'viewed' })),
    write('sessionforms/:id/review', () => {
      backend.reviews += 1
      return HttpResponse.arrayBuffer(new TextEncoder().encode('%PDF-').buffer, {
        headers: { 'Content-Type': 'application/pdf', 'x-review-sha256': `review-${backend.reviews}` },
      })
    }),
    write('sessionforms/:id/sign', (id) => move(id, { status: 'signed' })),
    write('sessionforms/:id/decline', (id) => move(id, { status: 'declined' })),
    write('sessionforms/:id/acknowledge', (id) => move(id, { status: 'completed' })),
    http.get(apiPath(`session/${code}/copy-email`), () =>
      HttpResponse.json({ to: given.copyTo ?? null, attached: given.attached ?? false }),
    ),
    write(`session/${code}/copy-email`, () =>
      HttpResponse.json({ to: given.copyTo ?? null, attached: given.attached ?? false }),
    ),
    write(`api/session/${code}/logout`, () => new HttpResponse(null, { status: 204 })),
  )
  return backend
}
