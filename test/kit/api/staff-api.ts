import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { Admin, AdminRole, CreateAdmin, LoggedInAdmin } from '@agency/contract/admins'
import type { AuditEvent, AuditPage } from '@agency/contract/audit'
import type { ClientRecord, ClientUpdate } from '@agency/contract/clients'
import type { ClientDocument, UpdateDocument, UploadAnswer } from '@agency/contract/documents'
import type { FormField, GlobalFormFields, Proposal, ProposalList } from '@agency/contract/form-fields'
import type { CreateGlobalForm, GlobalForm } from '@agency/contract/global-forms'
import type { CreateSessionForm, SessionForm, UpdateSessionForm } from '@agency/contract/session-forms'
import type { Session, StartSession, UpdateSession } from '@agency/contract/sessions'
import { type APIRequestContext, type APIResponse, type BrowserContextOptions, request } from '@playwright/test'
import { credentials, staffUrl } from '../product/product-address.ts'

/** What a form sends beside an uploaded file. */
type UploadFields = Partial<Record<'status' | 'folder' | 'signed' | 'notes', string>>

interface Login {
  readonly token: string
  readonly admin: LoggedInAdmin
}

/** Makes the data of a test as a staff member would, without the screens. */
export class StaffApi {
  readonly #http: APIRequestContext
  readonly login: Login

  constructor(http: APIRequestContext, login: Login) {
    this.#http = http
    this.login = login
  }

  /** The browser storage of this login. */
  storageState(): Exclude<BrowserContextOptions['storageState'], string | undefined> {
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

  async addClient(data: ClientUpdate): Promise<ClientRecord> {
    return answer(await this.#http.post('clients', { data }))
  }

  async changeClient(id: string, data: ClientUpdate): Promise<ClientRecord> {
    return answer(await this.#http.put(`clients/${id}`, { data }))
  }

  async readClient(id: string): Promise<ClientRecord> {
    return answer(await this.#http.get(`clients/${id}`))
  }

  /** What the audit trail has of a client, newest first. */
  async activity(clientId: string): Promise<AuditEvent[]> {
    const { events } = await answer<AuditPage>(await this.#http.get('audit', { params: { client_id: clientId } }))
    return events
  }

  async addLink(form: Partial<CreateGlobalForm>): Promise<GlobalForm> {
    const data = { type: 'Link', title: null, source: staffUrl('/session/'), ...form }
    return answer(await this.#http.post('global-forms', { data }))
  }

  async addPdf(path: string, form: { title: string; folder?: string; requires_signature?: string }) {
    const file = { name: basename(path), mimeType: 'application/pdf', buffer: readFileSync(path) }
    const response = await this.#http.post('global-forms', { multipart: { type: 'PDF', ...form, file } })
    return answer<GlobalForm>(response)
  }

  async formFields(formId: string): Promise<GlobalFormFields> {
    return answer(await this.#http.get(`global-forms/${formId}/fields`))
  }

  /** Puts places to fill in on the pages of a form of the library. */
  async placeFields(formId: string, fields: readonly FormField[]): Promise<GlobalFormFields> {
    return answer(await this.#http.put(`global-forms/${formId}/fields`, { data: { fields } }))
  }

  async proposals(clientId: string): Promise<Proposal[]> {
    const { proposals } = await answer<ProposalList>(await this.#http.get(`clients/${clientId}/proposals`))
    return proposals
  }

  async startSession(clientId: string, session: Partial<StartSession> = {}): Promise<Session> {
    const data = { client_id: clientId, session_type: 'onboarding', passcode: 'open sesame', ...session }
    return answer(await this.#http.post('session', { data }))
  }

  async changeSession(sessionCode: string, data: UpdateSession): Promise<void> {
    await answer(await this.#http.put(`session/${sessionCode}`, { data }))
  }

  async attach(sessionId: string, form: Omit<CreateSessionForm, 'session_id'>): Promise<SessionForm> {
    return answer(await this.#http.post('sessionforms', { data: { session_id: sessionId, ...form } }))
  }

  async changeForm(id: string, data: UpdateSessionForm): Promise<SessionForm> {
    return answer(await this.#http.put(`sessionforms/${id}`, { data }))
  }

  async sessionForms(sessionId: string): Promise<SessionForm[]> {
    const { data } = await answer<{ data: SessionForm[] }>(await this.#http.get(`sessionforms/session/${sessionId}`))
    return data
  }

  /** Uploads a file of the test's own making. */
  async upload(clientId: string, file: { name: string; mimeType: string; buffer: Buffer }, fields: UploadFields = {}) {
    const response = await this.#http.post(`upload/${clientId}`, { multipart: { ...fields, documents: file } })
    return answer<UploadAnswer>(response)
  }

  async documents(clientId: string): Promise<ClientDocument[]> {
    return answer(await this.#http.get(`clients/${clientId}/documents`))
  }

  async changeDocument(id: string, data: UpdateDocument): Promise<ClientDocument> {
    return answer(await this.#http.patch(`documents/${id}`, { data }))
  }

  async readSession(sessionCode: string): Promise<Session> {
    return answer(await this.#http.get(`session/${sessionCode}/details`))
  }

  async globalForms(): Promise<GlobalForm[]> {
    const { forms } = await answer<{ forms: GlobalForm[] }>(await this.#http.get('global-forms'))
    return forms
  }

  async syncTemplates(): Promise<void> {
    await answer(await this.#http.post('docusign/sync-templates'))
  }

  async addAdmin(username: string, admin: Partial<CreateAdmin> = {}): Promise<Admin> {
    const profile = { first_name: 'Lee', last_name: 'Ortiz', role: 'standard', email: `${username}@example.com` }
    return answer(
      await this.#http.post('admin/create', {
        data: { ...profile, username, password: 'a secret of theirs', ...admin },
      }),
    )
  }

  async admins(): Promise<Admin[]> {
    return answer(await this.#http.get('admin/list'))
  }

  async changeRole(id: string, role: AdminRole): Promise<void> {
    await answer(await this.#http.put(`admin/${id}/update`, { data: { role } }))
  }

  async logOut(): Promise<void> {
    await this.#http.post('admin/logout')
  }

  /** Whether the server still knows this login. */
  async isKnown(): Promise<boolean> {
    return (await this.#http.get('admin/list')).ok()
  }

  close(): Promise<void> {
    return this.#http.dispose()
  }
}

/** Logs a staff member in; the first admin, if nobody else is named. */
export async function openStaffApi(who = credentials): Promise<StaffApi> {
  const baseURL = staffUrl('/admin/_api/')
  const anonymous = await request.newContext({ baseURL })
  const login = await answer<Login>(await anonymous.post('admin/login', { data: who }))
  await anonymous.dispose()
  return staffApiOf(login)
}

/** Lets tests use one login of the first admin, which ends with them. */
export async function withStaffApi(use: (api: StaffApi) => Promise<void>): Promise<void> {
  const api = await openStaffApi()
  await use(api)
  await api.close()
}

/** Speaks with the token of a login that was made elsewhere. */
export async function staffApiOf(login: Login): Promise<StaffApi> {
  const extraHTTPHeaders = { authorization: `Bearer ${login.token}` }
  return new StaffApi(await request.newContext({ baseURL: staffUrl('/admin/_api/'), extraHTTPHeaders }), login)
}

async function answer<Body>(response: APIResponse): Promise<Body> {
  if (!response.ok()) throw new Error(`${response.status()} ${response.url()}: ${await response.text()}`)
  return response.json()
}
