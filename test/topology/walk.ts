import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { ClientRecord } from '@agency/contract/clients'
import type { ClientDocument } from '@agency/contract/documents'
import type { Disclosure } from '@agency/contract/esign'
import type { SessionForm, SessionFormList } from '@agency/contract/session-forms'
import type { Session } from '@agency/contract/sessions'
import { pdfBlob } from '@agency/pdf-signing/test/sample-pdfs'
import { formField } from '@agency/test-kit/api/form-field'
import { signature } from '@agency/test-kit/api/portal-api'
import { passcode } from '@agency/test-kit/api/staff-api'
import { AppCalls, type Site, type Tally } from './app-calls.ts'
import { openApp } from './open-app.ts'

/** What one walk has made, and what must be found of it, once, at the end. */
export interface Walked {
  family: string
  clientId: string
  sessionId: string
  formId: string
  document: { id: string; sha256: string }
}

export interface WalkStaff {
  site: Site
  tally: Tally
  staff: AppCalls
  /** Of the library: a form with a field to fill in. */
  form: { id: string; field: string }
}

/** A staff member logs in and puts a form into the library. */
export async function logInStaff(site: Site, password: string, tally: Tally): Promise<WalkStaff> {
  const anybody = new AppCalls(site, 'admin', tally)
  const { token } = await anybody.json<{ token: string }>('POST', '/admin/login', { username: 'admin', password })
  const staff = anybody.as({ authorization: `Bearer ${token}` })
  const form = new FormData()
  for (const [name, value] of Object.entries({ title: 'Application', type: 'PDF' })) form.set(name, value)
  form.set('file', pdfBlob(), 'application.pdf')
  const { content } = await staff.ask({ method: 'POST', path: '/global-forms', form })
  const { id } = JSON.parse(content.toString())
  const phone = formField({ binding: 'primary_phone' })
  await staff.json('PUT', `/global-forms/${id}/fields`, { fields: [phone] })
  return { site, tally, staff, form: { id, field: phone.id } }
}

/** The whole flow, from an empty page to the sealed document. @throws at the first failure that a person would see */
export async function walk(walkStaff: WalkStaff): Promise<Walked> {
  const { staff, form } = walkStaff
  await openApp(walkStaff.site, 'admin', walkStaff.tally)
  const family = `Walker ${randomBytes(8).toString('hex')}`
  const created = await staff.json<ClientRecord>('POST', '/clients', { client_last_name: family })
  const changes = { primary_phone: '3055550100', ssn: '900-12-3456' }
  await staff.json('PUT', `/clients/${created.id}`, changes, { 'if-match': `"${created.version}"` })
  const document = await uploadTo(walkStaff, created.id)
  const body = { client_id: created.id, session_type: 'onboarding', passcode }
  const session = await staff.json<Session>('POST', '/session', body)
  const attached = await staff.json<SessionForm>('POST', '/sessionforms', { session_id: session.id, form_id: form.id })
  await signAtPortal(walkStaff, session, attached.id)
  await untilSealed(walkStaff, session.id, attached.id)
  const sealed = await staff.ask({ method: 'GET', path: `/sessionforms/${attached.id}/file` })
  if (!sealed.content.subarray(0, 5).equals(Buffer.from('%PDF-'))) throw new Error('What was sealed is no PDF')
  return { family, clientId: created.id, sessionId: session.id, formId: attached.id, document }
}

async function uploadTo({ staff }: WalkStaff, clientId: string): Promise<Walked['document']> {
  const bytes = randomBytes(200_000)
  const form = new FormData()
  form.set('documents', new Blob([bytes]), 'scan.bin')
  const { content } = await staff.ask({ method: 'POST', path: `/upload/${clientId}`, form })
  const [file]: ClientDocument[] = JSON.parse(content.toString()).files
  if (!file) throw new Error('An upload was answered without a file')
  return { id: file.id, sha256: createHash('sha256').update(bytes).digest('hex') }
}

async function signAtPortal({ site, tally, form }: WalkStaff, session: Session, formId: string): Promise<void> {
  const { id, session_code: code } = session
  await openApp(site, 'session', tally)
  const nobody = new AppCalls(site, 'session', tally)
  const opened = await nobody.ask({ method: 'POST', path: `/api/session/${code}/auth`, body: { passcode } })
  const client = nobody.as({ cookie: opened.headers['set-cookie']?.[0]?.split(';')[0] ?? '' })
  await client.json<SessionFormList>('GET', `/sessionforms/session/${id}`)
  const { version, sha256, language } = await client.json<Disclosure>('GET', `/session/${code}/disclosure`)
  await client.json('POST', `/sessionforms/${formId}/open`)
  await client.ask({ method: 'POST', path: `/session/${code}/consent`, body: { version, sha256, language } })
  const values = { [form.field]: '3055550111' }
  await client.json('PUT', `/sessionforms/${formId}/fields`, { values })
  await client.json('POST', `/sessionforms/${formId}/sign`, { ...signature, values })
}

async function untilSealed({ staff }: WalkStaff, sessionId: string, formId: string): Promise<void> {
  const until = Date.now() + 60_000
  for (;;) {
    // Looked at before the clock: on a busy machine this process may itself have stood still for a minute.
    const { data } = await staff.json<SessionFormList>('GET', `/sessionforms/session/${sessionId}`)
    if (data.find(({ id }) => id === formId)?.status === 'completed') return
    if (Date.now() > until) throw new Error('A signed document was not sealed in a minute')
    await delay(250)
  }
}
