import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ClientRecord, ClientUpdate } from '@agency/contract/clients'
import type { ClientDocument } from '@agency/contract/documents'
import type { Disclosure } from '@agency/contract/esign'
import type { FormField, GlobalFormFields } from '@agency/contract/form-fields'
import type { GlobalForm } from '@agency/contract/global-forms'
import type { SessionForm, SessionFormList } from '@agency/contract/session-forms'
import type { Session } from '@agency/contract/sessions'
import { afterAll, vi } from 'vitest'
import { type Call, type Services, startServices } from './services.ts'

export const passcode = 'lima0147'
export const signature = {
  name: 'Ana Lima',
  signature: { kind: 'typed', text: 'Ana Lima', font: 'caveat' },
  language: 'en',
  time_zone: 'America/New_York',
}
type Method = NonNullable<Call['method']>

/** A field on the first page, as staff would place it. */
export const field = (changes: Partial<FormField> = {}): FormField => ({
  id: crypto.randomUUID(),
  kind: 'text',
  page: 0,
  x: 72,
  y: 60,
  width: 200,
  height: 20,
  label: 'A text',
  binding: null,
  required: false,
  editable: true,
  ...changes,
})

/** A PDF of the collection that core-api's tests use. */
export const pdfFile = (name = 'quartz.pdf'): Blob => {
  const content = readFileSync(join(import.meta.dirname, '../kit/pdfs', name))
  return new Blob([content], { type: 'application/pdf' })
}

/** What was answered, when it is a success. @throws with the error's code and message */
export async function answered<T>(asked: Promise<Response>): Promise<T> {
  const answer = await asked
  if (answer.ok) return answer.json()
  throw new Error(`${answer.status} ${await answer.text()}`)
}

/** A staff member at work: makes the data of a test over HTTP. */
export class Office {
  readonly #services: Services
  readonly headers: Record<string, string>

  constructor(services: Services, headers: Record<string, string>) {
    this.#services = services
    this.headers = headers
  }

  ask(method: Method, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Response> {
    return this.#services.asStaff(path, { method, body, headers: { ...this.headers, ...headers } })
  }

  read<T>(path: string): Promise<T> {
    return answered(this.ask('GET', path))
  }

  addClient(values: ClientUpdate = {}): Promise<ClientRecord> {
    return answered(this.ask('POST', '/clients', { client_first_name: 'Ana', client_last_name: 'Lima', ...values }))
  }

  startSession(client_id: string, changes: object = {}): Promise<Session> {
    return answered(this.ask('POST', '/session', { client_id, session_type: 'onboarding', passcode, ...changes }))
  }

  send<T>(path: string, form: FormData): Promise<T> {
    return answered(this.#services.asStaff(path, { method: 'POST', raw: form, headers: this.headers }))
  }

  addPdf(title = 'Application'): Promise<GlobalForm> {
    const form = new FormData()
    form.set('title', title)
    form.set('type', 'PDF')
    form.set('requires_signature', 'true')
    form.set('file', pdfFile(), 'application.pdf')
    return this.send('/global-forms', form)
  }

  async placeFields(formId: string, fields: FormField[]): Promise<FormField[]> {
    return (await answered<GlobalFormFields>(this.ask('PUT', `/global-forms/${formId}/fields`, { fields }))).fields
  }

  attach(session_id: string, values: object): Promise<SessionForm> {
    return answered(this.ask('POST', '/sessionforms', { session_id, ...values }))
  }

  attachLink(session_id: string, title = 'Provider search'): Promise<SessionForm> {
    return this.attach(session_id, { title, type: 'Link', source: 'https://www.example.com/', status: 'pending' })
  }

  async upload(clientId: string, name = 'licence.pdf'): Promise<ClientDocument> {
    const form = new FormData()
    form.set('folder', 'Identity')
    form.append('documents', pdfFile(), name)
    const { files } = await this.send<{ files: ClientDocument[] }>(`/upload/${clientId}`, form)
    const [file] = files
    if (!file) throw new Error('The upload answered with no file')
    return file
  }
}

/** Starts the two services for the tests of one file, and logs the first admin in. They end with the file. */
export async function startOffice(environment: Record<string, string> = {}) {
  const services = await startServices(environment)
  afterAll(services.stop)
  return { services, office: new Office(services, await services.logIn()) }
}

/** A client at its portal, with the cookie that the login gave. */
export class Visitor {
  readonly #services: Services
  readonly cookie: string

  constructor(services: Services, cookie: string) {
    this.#services = services
    this.cookie = cookie
  }

  ask(method: Method, path: string, body?: unknown): Promise<Response> {
    return this.#services.asClient(path, { method, body, headers: { cookie: this.cookie } })
  }

  async consent(code: string): Promise<void> {
    const { version, sha256, language } = await answered<Disclosure>(this.ask('GET', `/session/${code}/disclosure`))
    const answer = await this.ask('POST', `/session/${code}/consent`, { version, sha256, language })
    if (answer.status !== 204) throw new Error(`The consent was answered with ${answer.status}`)
  }
}

/** A client opens, agrees and signs. @param more of what it sends to sign @returns the document once it is sealed, as staff see it */
export async function signAndSeal(
  office: Office,
  visitor: Visitor,
  session: Session,
  formId: string,
  more: object = {},
): Promise<SessionForm> {
  await answered(visitor.ask('POST', `/sessionforms/${formId}/open`))
  await visitor.consent(session.session_code)
  await answered(visitor.ask('POST', `/sessionforms/${formId}/sign`, { ...signature, ...more }))
  return vi.waitFor(
    async () => {
      const { data } = await office.read<SessionFormList>(`/sessionforms/session/${session.id}`)
      const form = data.find(({ id, status }) => id === formId && status === 'completed')
      if (!form) throw new Error('The document is not sealed yet')
      return form
    },
    { timeout: 30_000, interval: 50 },
  )
}

/** The name and value of the cookie that an answer sets. */
export const cookieOf = (answer: Response): string => answer.headers.get('set-cookie')?.split(';')[0] ?? ''

/** Opens a session with its code and passcode, as its client. */
export async function visit(services: Services, code: string): Promise<Visitor> {
  const answer = await services.asClient(`/api/session/${code}/auth`, { method: 'POST', body: { passcode } })
  if (answer.status !== 200) throw new Error(`The session did not open: ${answer.status} ${await answer.text()}`)
  return new Visitor(services, cookieOf(answer))
}
