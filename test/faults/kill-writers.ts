import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sendJson } from '../api/replicas.ts'

/** Of one client: what each field may be now (what was acknowledged last, and what was sent without an answer). */
export interface WrittenClient {
  id: string
  fields: Record<string, (string | null)[]>
  /** SHA-256 of each acknowledged document, by its id. */
  documents: Record<string, string>
}
interface WrittenSignature {
  sessionId: string
  formId: string
}

/** Everything that the product has answered to be stored. */
export interface Ledger {
  clients: Map<string, WrittenClient>
  signatures: WrittenSignature[]
}

export interface Office {
  bffUrl: string
  headers: { authorization: string }
}

const documentsPerSession = 2

const staff = ({ bffUrl }: Office, path: string) => `${bffUrl}/admin/_api${path}`
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
async function write(office: Office, method: string, path: string, body: unknown) {
  return bodyOf(await answered(sendJson(staff(office, path), method, body, office.headers)))
}

async function createClient(office: Office, ledger: Ledger): Promise<WrittenClient> {
  const name = `Client ${random()}`
  const { id } = await write(office, 'POST', '/clients', { client_last_name: name })
  const client: WrittenClient = { id, fields: { client_last_name: [name] }, documents: {} }
  ledger.clients.set(id, client)
  return client
}

/** Changes four fields in one request: all of them, or none. */
async function editClient(office: Office, { id, fields }: WrittenClient) {
  const value = random()
  const changes = Object.fromEntries(edited.map((field) => [field, field === 'notes_2' ? `<p>${value}</p>` : value]))
  for (const field of edited) fields[field] = [...(fields[field] ?? [null]), changes[field] ?? null]
  await write(office, 'PUT', `/clients/${id}`, changes)
  for (const field of edited) fields[field] = [changes[field] ?? null]
}

async function uploadFile(office: Office, { id, documents }: WrittenClient) {
  const content = randomBytes(1 + Math.floor(Math.random() * 300_000))
  const body = new FormData()
  body.set('documents', new Blob([content]), 'random.bin')
  const upload = fetch(staff(office, `/upload/${id}`), { method: 'POST', headers: office.headers, body })
  const [document] = (await bodyOf(await answered(upload))).files
  documents[document.id] = createHash('sha256').update(content).digest('hex')
}

/** One writer: clients, edits and uploads, until the product is gone. */
export function writeUntilGone(office: Office, ledger: Ledger): Promise<void> {
  return untilGone(async () => {
    const client = await createClient(office, ledger)
    for (let n = 0; n < 3; n++) {
      await editClient(office, client)
      await uploadFile(office, client)
    }
  })
}

/** Adds a form to the library that clients can sign. @returns its id */
export async function addForm(office: Office): Promise<string> {
  const pdf = readFileSync(
    join(import.meta.dirname, '../../core-api/src/features/esign/providers/built-in/templates/needs-review.pdf'),
  )
  const body = new FormData()
  body.set('type', 'PDF')
  body.set('file', new Blob([pdf], { type: 'application/pdf' }), 'form.pdf')
  const upload = fetch(staff(office, '/global-forms'), { method: 'POST', headers: office.headers, body })
  return (await bodyOf(await answered(upload))).id
}

/** Prepares a session with documents, then signs all of them at the same time. */
async function signSession(office: Office, ledger: Ledger, form_id: string) {
  const { id: client_id } = await createClient(office, ledger)
  const session = await write(office, 'POST', '/session', { client_id, session_type: 'review', passcode: 'p' })
  const attach = { session_id: session.id, form_id, status: 'pending' }
  const ids: string[] = []
  while (ids.length < documentsPerSession) ids.push((await write(office, 'POST', '/sessionforms', attach)).id)
  const asClient = await openSession(office, session.session_code)
  for (const id of ids) await asClient(`/sessionforms/${id}/open`, {})
  const signature = { kind: 'typed', text: 'Ana Lima', font: 'caveat' }
  const body = { name: 'Ana Lima', signature, language: 'en', time_zone: 'UTC' }
  const signing = ids.map(async (formId) => {
    await asClient(`/sessionforms/${formId}/sign`, body)
    ledger.signatures.push({ sessionId: session.id, formId })
  })
  for (const outcome of await Promise.allSettled(signing)) if (outcome.status === 'rejected') throw outcome.reason
}

/** Opens a session as its client, who consents. @returns what sends JSON as this client */
async function openSession({ bffUrl }: Office, code: string) {
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
export const signUntilGone = (office: Office, ledger: Ledger, formId: string): Promise<void> =>
  untilGone(() => signSession(office, ledger, formId))
