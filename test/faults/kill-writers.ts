import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Method, sendJson } from '@agency/test-kit/api/send'

/** Of one client: what each field may be now (what was acknowledged last, and what was sent without an answer). */
export interface WrittenClient {
  id: string
  fields: Record<string, (string | null)[]>
  /** SHA-256 of each acknowledged document, by its id. */
  documents: Record<string, string>
}
/** The pages that a client has reviewed. */
export interface ReviewedPages {
  /** SHA-256, hex. */
  sha256: string
  size: number
}

interface WrittenSignature {
  sessionId: string
  formId: string
  /** Undefined if it was signed without a review. */
  reviewed: ReviewedPages | undefined
}

/** Everything that the product has answered to be stored. */
export interface Ledger {
  clients: Map<string, WrittenClient>
  signatures: WrittenSignature[]
}

/** The first admin, at a bff. */
export interface StaffLogin {
  bffUrl: string
  headers: { authorization: string }
}

const documentsPerSession = 2

const staff = ({ bffUrl }: StaffLogin, path: string) => `${bffUrl}/admin/_api${path}`
const edited = ['notes_2', 'occupation', 'ssn', 'account_number'] as const
/** Whatever characters a field is made of, it differs each time. */
const random = () => randomBytes(6).toString('hex')

/** The product was killed under a request: whether that was stored is what the round finds out. */
class ProductGone extends Error {}

/** @throws ProductGone when the product could not answer; any other failure is a mistake of the writer */
async function answered(sent: Promise<Response>): Promise<Response> {
  const answer = await sent.catch((cause) => {
    throw new ProductGone('no answer', { cause })
  })
  if (answer.status >= 500) throw new ProductGone(`answered ${answer.status}`)
  if (!answer.ok) throw new Error(`A writer was answered ${answer.status}: ${await answer.text()}`)
  return answer
}

/** The body of a success, which may break off too. */
function bodyOf(answer: Response) {
  return answer.json().catch((cause) => {
    throw new ProductGone('half an answer', { cause })
  })
}

/** Does something again and again until the product is gone. */
async function untilGone(work: () => Promise<void>): Promise<void> {
  try {
    for (;;) await work()
  } catch (error) {
    if (!(error instanceof ProductGone)) throw error
  }
}

/** Sends JSON as staff. */
async function write(login: StaffLogin, method: Method, path: string, body: unknown) {
  return bodyOf(await answered(sendJson(staff(login, path), method, body, login.headers)))
}

async function createClient(login: StaffLogin, ledger: Ledger): Promise<WrittenClient> {
  const name = `Client ${random()}`
  const { id } = await write(login, 'POST', '/clients', { client_last_name: name })
  const client: WrittenClient = { id, fields: { client_last_name: [name] }, documents: {} }
  ledger.clients.set(id, client)
  return client
}

/** Changes four fields in one request: all of them, or none. */
async function editClient(login: StaffLogin, { id, fields }: WrittenClient) {
  const value = random()
  const changes = Object.fromEntries(edited.map((field) => [field, field === 'notes_2' ? `<p>${value}</p>` : value]))
  for (const field of edited) fields[field] = [...(fields[field] ?? [null]), changes[field] ?? null]
  await write(login, 'PUT', `/clients/${id}`, changes)
  for (const field of edited) fields[field] = [changes[field] ?? null]
}

async function uploadFile(login: StaffLogin, { id, documents }: WrittenClient) {
  const content = randomBytes(1 + Math.floor(Math.random() * 300_000))
  const body = new FormData()
  body.set('documents', new Blob([content]), 'random.bin')
  const upload = fetch(staff(login, `/upload/${id}`), { method: 'POST', headers: login.headers, body })
  const [document] = (await bodyOf(await answered(upload))).files
  documents[document.id] = createHash('sha256').update(content).digest('hex')
}

/** One writer: clients, edits and uploads, until the product is gone. */
export function writeUntilGone(login: StaffLogin, ledger: Ledger): Promise<void> {
  return untilGone(async () => {
    const client = await createClient(login, ledger)
    for (let n = 0; n < 3; n++) {
      await editClient(login, client)
      await uploadFile(login, client)
    }
  })
}

/** Adds a form to the library that clients can sign. @returns its id */
export async function addForm(login: StaffLogin): Promise<string> {
  const pdf = readFileSync(join(import.meta.dirname, '../../core-api/src/signing/providers/templates/needs-review.pdf'))
  const body = new FormData()
  body.set('type', 'PDF')
  body.set('file', new Blob([pdf], { type: 'application/pdf' }), 'form.pdf')
  const upload = fetch(staff(login, '/global-forms'), { method: 'POST', headers: login.headers, body })
  return (await bodyOf(await answered(upload))).id
}

/** Prepares a session with documents, then signs all of them at the same time: every other one after its review. */
async function signSession(login: StaffLogin, ledger: Ledger, form_id: string) {
  const { id: client_id } = await createClient(login, ledger)
  const session = await write(login, 'POST', '/session', { client_id, session_type: 'review', passcode: 'p' })
  const attach = { session_id: session.id, form_id, status: 'pending' }
  const ids: string[] = []
  while (ids.length < documentsPerSession) ids.push((await write(login, 'POST', '/sessionforms', attach)).id)
  const asClient = await openSession(login, session.session_code)
  for (const id of ids) await asClient(`/sessionforms/${id}/open`, {})
  const signature = { kind: 'typed', text: 'Ana Lima', font: 'caveat' }
  const body = { name: 'Ana Lima', signature, language: 'en', time_zone: 'UTC' }
  const signing = ids.map(async (formId, n) => {
    const reviewed = n % 2 === 0 ? await pagesOf(await asClient(`/sessionforms/${formId}/review`, body)) : undefined
    await asClient(`/sessionforms/${formId}/sign`, { ...body, review_sha256: reviewed?.sha256 })
    ledger.signatures.push({ sessionId: session.id, formId, reviewed })
  })
  for (const outcome of await Promise.allSettled(signing)) if (outcome.status === 'rejected') throw outcome.reason
}

async function pagesOf(answer: Response): Promise<ReviewedPages> {
  const body = await answer.arrayBuffer().catch((cause) => {
    throw new ProductGone('half an answer', { cause })
  })
  const pages = Buffer.from(body)
  return { sha256: createHash('sha256').update(pages).digest('hex'), size: pages.length }
}

/** Opens a session as its client, who consents. @returns what sends JSON as this client */
async function openSession({ bffUrl }: StaffLogin, code: string) {
  const portal = `${bffUrl}/session/_api`
  const opened = await answered(sendJson(`${portal}/api/session/${code}/auth`, 'POST', { passcode: 'p' }))
  const cookie = opened.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const asClient = (path: string, body: unknown) => answered(sendJson(`${portal}${path}`, 'POST', body, { cookie }))
  const disclosure = answered(fetch(`${portal}/session/${code}/disclosure?language=en`, { headers: { cookie } }))
  const { version, sha256 } = await bodyOf(await disclosure)
  await asClient(`/session/${code}/consent`, { version, sha256, language: 'en' })
  return asClient
}

/** Clients who sign the documents of one session after another, until the product is gone. */
export const signUntilGone = (login: StaffLogin, ledger: Ledger, formId: string): Promise<void> =>
  untilGone(() => signSession(login, ledger, formId))
