import type { ClientDocument } from '@agency/contract/documents'
import type { PrincipalStatement } from '@agency/contract/principal'
import type { SessionForm } from '@agency/contract/session-forms'
import type { Session } from '@agency/contract/sessions'
import { type Core, nobody } from './core.ts'
import { addForm } from './library-fixtures.ts'

export const passcode = 'gonçalves0147'

/** A client with a session, and the admin who made both. */
export interface SeededSession {
  admin: PrincipalStatement
  clientId: string
  session: Session
}

/** Adds a client of this name. @returns its id */
export async function seedClient(core: Core, admin: PrincipalStatement, values: object = {}): Promise<string> {
  const payload = { client_first_name: 'Inês', client_last_name: 'Gonçalves', ...values }
  return (await core.ask(admin, { method: 'POST', url: '/clients', payload })).json().id
}

/** A client with a session that it can open. */
export async function seedSession(core: Core, changes: object = {}): Promise<SeededSession> {
  const admin = await core.admin()
  const clientId = await seedClient(core, admin)
  const payload = { client_id: clientId, session_type: 'onboarding', passcode, ...changes }
  const session = (await core.ask(admin, { method: 'POST', url: '/session', payload })).json()
  return { admin, clientId, session }
}

/** The body of a multipart/form-data request, and its content type. */
export async function multipart(fields: Record<string, string>, file?: Buffer) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  if (file) form.set('file', new Blob([Uint8Array.from(file)], { type: 'application/pdf' }), 'form.pdf')
  const request = new Request('http://localhost', { method: 'POST', body: form })
  const type = request.headers.get('content-type') ?? ''
  return { payload: Buffer.from(await request.arrayBuffer()), headers: { 'content-type': type } }
}

/** Uploads a small text to a client's record. */
export async function uploadFile(core: Core, clientId: string): Promise<ClientDocument> {
  const form = new FormData()
  form.set('documents', new Blob(['some text']), 'note.txt')
  const body = new Request('http://localhost', { method: 'POST', body: form })
  const headers = { 'content-type': body.headers.get('content-type') ?? '' }
  const payload = Buffer.from(await body.arrayBuffer())
  const answer = await core.ask(await core.admin(), { method: 'POST', url: `/upload/${clientId}`, payload, headers })
  return answer.json().files[0]
}

/** Puts a PDF into the library and attaches it to the session. */
export async function seedForm(core: Core, { admin, session }: SeededSession, pdf?: Buffer): Promise<SessionForm> {
  const form = await addForm(core, pdf)
  const payload = { session_id: session.id, form_id: form.id, status: 'pending' }
  return (await core.ask(admin, { method: 'POST', url: '/sessionforms', payload })).json()
}

/** Hands the session over to its client, as by the first copy of its link. */
export const handOver = (core: Core, { admin, session }: Pick<SeededSession, 'admin' | 'session'>) =>
  core.ask(admin, { method: 'POST', url: `/session/${session.session_code}/handed-over` })

/** Opens the session with its passcode, as its client. */
export async function openAsClient(core: Core, session: Session): Promise<PrincipalStatement> {
  const url = `/api/session/${session.session_code}/auth`
  const answer = await core.ask(nobody, { method: 'POST', url, payload: { passcode } })
  return { kind: 'session', id: answer.json().portal_session.id, address: '198.51.100.7' }
}

/** The client agrees to sign electronically. */
export async function consent(core: Core, client: PrincipalStatement, session: Session) {
  const base = `/session/${session.session_code}`
  const { version, sha256 } = (await core.ask(client, { method: 'GET', url: `${base}/disclosure?language=pt` })).json()
  return core.ask(client, { method: 'POST', url: `${base}/consent`, payload: { version, sha256, language: 'pt' } })
}

export const signature = {
  name: 'Inês Gonçalves Muñoz São',
  signature: { kind: 'typed', text: 'Inês Gonçalves Muñoz São', font: 'great-vibes' },
  language: 'pt',
  time_zone: 'America/New_York',
}
