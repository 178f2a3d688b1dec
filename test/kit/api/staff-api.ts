import { basename } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Admin, AdminRole, CreateAdmin, LoggedInAdmin } from '@agency/contract/admins'
import type { AuditEvent, AuditPage } from '@agency/contract/audit'
import type { ClientRecord, ClientUpdate } from '@agency/contract/clients'
import type { ClientDocument, UpdateDocument, UploadAnswer } from '@agency/contract/documents'
import type { FormField, GlobalFormFields, Proposal, ProposalList } from '@agency/contract/form-fields'
import type { FormPreset } from '@agency/contract/form-presets'
import type { CreateGlobalForm, GlobalForm } from '@agency/contract/global-forms'
import type { CreateSessionForm, SessionForm, SessionFormList, UpdateSessionForm } from '@agency/contract/session-forms'
import type { Session, StartSession, UpdateSession } from '@agency/contract/sessions'
import { onePagePdf, pdfBlob } from '../../../packages/pdf-signing/test/pdfs/sample-pdfs.ts'
import { credentials, staffUrl } from '../product/product-address.ts'
import { answered, type Call, type Send, sendToStaffApi, succeeded } from './send.ts'

/** Fields that a form sends with an uploaded file. */
type UploadFields = Partial<Record<'status' | 'folder' | 'signed' | 'notes', string>>

interface UploadedFile {
  name: string
  mimeType: string
  buffer: Buffer
}

interface Login {
  readonly token: string
  readonly admin: LoggedInAdmin
}

/** The passcode of a session that is started without another. */
export const passcode = 'open sesame'

const anyone: ClientUpdate = { client_first_name: 'Ana', client_last_name: 'Lima' }

/** Makes the data of a test over HTTP with the login of one staff member. */
export class StaffApi {
  readonly #send: Send
  readonly login: Login
  /** The header that proves the login. */
  readonly headers: { readonly authorization: string }

  /** @param send to the staff's API, see `sendToStaffApi` */
  constructor(send: Send, login: Login) {
    this.#send = send
    this.login = login
    this.headers = { authorization: `Bearer ${login.token}` }
  }

  /** Sends any call with this login. The answer may have any status. */
  ask(
    method: NonNullable<Call['method']>,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Response> {
    return this.#send(path, { method, body, headers: { ...this.headers, ...headers } })
  }

  /** Reads JSON. @throws unless the answer is a success */
  read<T>(path: string): Promise<T> {
    return answered(this.ask('GET', path))
  }

  /** Sends multipart/form-data. @throws unless the answer is a success */
  sendForm<T>(path: string, form: FormData): Promise<T> {
    return answered(this.#send(path, { method: 'POST', form, headers: this.headers }))
  }

  /** What the browser stores of this login, for a context of Playwright. */
  storageState() {
    const { token, admin } = this.login
    const localStorage = [
      { name: 'adminToken', value: token },
      { name: 'adminFirstName', value: admin.first_name },
      { name: 'adminLastName', value: admin.last_name },
      { name: 'adminUsername', value: admin.username },
      { name: 'adminRole', value: admin.role },
    ]
    return { cookies: [], origins: [{ origin: staffUrl(''), localStorage }] }
  }

  addClient(values: ClientUpdate = anyone): Promise<ClientRecord> {
    return answered(this.ask('POST', '/clients', values))
  }

  changeClient(id: string, values: ClientUpdate): Promise<ClientRecord> {
    return answered(this.ask('PUT', `/clients/${id}`, values))
  }

  readClient(id: string): Promise<ClientRecord> {
    return this.read(`/clients/${id}`)
  }

  /** The audit trail of a client, newest event first. */
  async activity(clientId: string): Promise<AuditEvent[]> {
    return (await this.read<AuditPage>(`/audit?client_id=${clientId}`)).events
  }

  addLink(form: Partial<CreateGlobalForm>): Promise<GlobalForm> {
    const link = { type: 'Link', title: null, source: staffUrl('/session/'), ...form }
    return answered(this.ask('POST', '/global-forms', link))
  }

  /** Deletes all presets of the library, which every later start of a session would offer. */
  async deletePresets(): Promise<void> {
    for (const { id } of await this.read<FormPreset[]>('/form-presets'))
      await succeeded(this.ask('DELETE', `/form-presets/${id}`))
  }

  /** Adds a PDF, of a path or of bytes, to the library, one to sign unless told otherwise. */
  async addPdf(
    pdf: string | Uint8Array<ArrayBuffer> = onePagePdf,
    fields: { title: string; folder?: string; requires_signature?: string; reading?: 'every_page' } = {
      title: 'Application',
    },
  ): Promise<GlobalForm> {
    const form = formOf({ type: 'PDF', ...fields })
    form.set('file', pdfBlob(pdf), typeof pdf === 'string' ? basename(pdf) : 'made.pdf')
    return this.#whenChecked(await this.sendForm('/global-forms', form))
  }

  /** A form once its PDF is checked: a long one is checked after its upload. */
  async #whenChecked(form: GlobalForm): Promise<GlobalForm> {
    if (form.pdf_check === null) return form
    if (form.pdf_check.state === 'refused') throw new Error(`The PDF was refused: ${form.pdf_check.message}`)
    await delay(200)
    const found = (await this.globalForms()).find(({ id }) => id === form.id)
    if (!found) throw new Error('The library lacks the form')
    return this.#whenChecked(found)
  }

  formFields(formId: string): Promise<GlobalFormFields> {
    return this.read(`/global-forms/${formId}/fields`)
  }

  /** Places fields on the pages of a form of the library. */
  placeFields(formId: string, fields: readonly FormField[]): Promise<GlobalFormFields> {
    return answered(this.ask('PUT', `/global-forms/${formId}/fields`, { fields }))
  }

  async proposals(clientId: string): Promise<Proposal[]> {
    return (await this.read<ProposalList>(`/clients/${clientId}/proposals`)).proposals
  }

  startSession(clientId: string, session: Partial<StartSession> = {}): Promise<Session> {
    const body = { client_id: clientId, session_type: 'onboarding', passcode, ...session }
    return answered(this.ask('POST', '/session', body))
  }

  /** As by the first copy of its link. */
  handOver(sessionCode: string): Promise<void> {
    return succeeded(this.ask('POST', `/session/${sessionCode}/handed-over`))
  }

  changeSession(sessionCode: string, values: UpdateSession): Promise<void> {
    return succeeded(this.ask('PUT', `/session/${sessionCode}`, values))
  }

  attach(sessionId: string, form: Omit<CreateSessionForm, 'session_id'>): Promise<SessionForm> {
    return answered(this.ask('POST', '/sessionforms', { session_id: sessionId, ...form }))
  }

  attachLink(sessionId: string, title = 'Provider search'): Promise<SessionForm> {
    return this.attach(sessionId, { title, type: 'Link', source: 'https://www.example.com/', status: 'pending' })
  }

  changeForm(id: string, values: UpdateSessionForm): Promise<SessionForm> {
    return answered(this.ask('PUT', `/sessionforms/${id}`, values))
  }

  async sessionForms(sessionId: string): Promise<SessionForm[]> {
    return (await this.read<SessionFormList>(`/sessionforms/session/${sessionId}`)).data
  }

  upload(clientId: string, file: UploadedFile, fields: UploadFields = {}): Promise<UploadAnswer> {
    const form = formOf(fields)
    form.append('documents', new Blob([new Uint8Array(file.buffer)], { type: file.mimeType }), file.name)
    return this.sendForm(`/upload/${clientId}`, form)
  }

  documents(clientId: string): Promise<ClientDocument[]> {
    return this.read(`/clients/${clientId}/documents`)
  }

  changeDocument(id: string, values: UpdateDocument): Promise<ClientDocument> {
    return answered(this.ask('PATCH', `/documents/${id}`, values))
  }

  readSession(sessionCode: string): Promise<Session> {
    return this.read(`/session/${sessionCode}/details`)
  }

  async globalForms(): Promise<GlobalForm[]> {
    return (await this.read<{ forms: GlobalForm[] }>('/global-forms')).forms
  }

  syncTemplates(): Promise<void> {
    return succeeded(this.ask('POST', '/docusign/sync-templates'))
  }

  addAdmin(username: string, admin: Partial<CreateAdmin> = {}): Promise<Admin> {
    const profile = { first_name: 'Lee', last_name: 'Ortiz', role: 'standard', email: `${username}@example.com` }
    const body = { ...profile, username, password: 'a secret of theirs', ...admin }
    return answered(this.ask('POST', '/admin/create', body))
  }

  admins(): Promise<Admin[]> {
    return this.read('/admin/list')
  }

  changeRole(id: string, role: AdminRole): Promise<void> {
    return succeeded(this.ask('PUT', `/admin/${id}/update`, { role }))
  }

  async logOut(): Promise<void> {
    await this.ask('POST', '/admin/logout')
  }

  /** Whether the server still accepts this login. */
  async isKnown(): Promise<boolean> {
    return (await this.ask('GET', '/admin/list')).ok
  }
}

function formOf(fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

/**
 * Logs a staff member in; the first admin, if nobody else is named.
 * @param send to the staff's API of a product; without it, of the product that the browser tests run against
 */
export async function openStaffApi(who = credentials, send = sendToStaffApi(staffUrl(''))): Promise<StaffApi> {
  return new StaffApi(send, await answered<Login>(send('/admin/login', { method: 'POST', body: who })))
}

/** Uses the token of a login that was made elsewhere. */
export const staffApiOf = (login: Login): StaffApi => new StaffApi(sendToStaffApi(staffUrl('')), login)

/** Logs the first admin in. @returns the header that proves the login */
export const logInHeader = async (bffUrl: string): Promise<StaffApi['headers']> =>
  (await openStaffApi(credentials, sendToStaffApi(bffUrl))).headers
