import { reviewHashHeader } from '@agency/contract/esign'
import type { PrincipalStatement } from '@agency/contract/principal'
import type pg from 'pg'
import { pdfOfPages } from './pdf-of-pages.ts'
import { type Measured, stated } from './services.ts'

/** How many documents a queue has. */
export const queuedDocuments = 200
/** How many pages each of them has. */
export const pagesOfDocument = 4
/** Each session may make 40 review copies in 15 minutes. */
const documentsOfSession = 20
const passcode = 'a passcode of the bench'
const signer = 'María Ñuñez Gonçalves'
const signature = {
  name: signer,
  signature: { kind: 'typed', text: signer, font: 'great-vibes' },
  language: 'es',
  time_zone: 'America/New_York',
}
const nobody: PrincipalStatement = { kind: 'nobody', address: '127.0.0.1' }

type Headers = Record<string, string>

/** Calls core-api as staff or as a client. @throws unless the answer is a success */
async function ask(core: Measured, headers: Headers, method: string, path: string, body?: object): Promise<Response> {
  const isForm = body instanceof FormData
  const answer = await fetch(core.url + path, {
    method,
    headers: { ...headers, ...(body && !isForm ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
  })
  if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}: ${await answer.text()}`)
  return answer
}

/** A session whose client has reviewed and signed all its documents. */
async function signSession(core: Measured, staff: Headers, formId: string): Promise<void> {
  const client = await (
    await ask(core, staff, 'POST', '/clients', { client_first_name: 'Ana', client_last_name: 'Lima' })
  ).json()
  const start = { client_id: client.id, session_type: 'onboarding', passcode }
  const session = await (await ask(core, staff, 'POST', '/session', start)).json()
  const forms: { id: string }[] = []
  for (let n = 0; n < documentsOfSession; n += 1) {
    const form = { session_id: session.id, form_id: formId, title: `Document ${n}`, status: 'pending' }
    forms.push(await (await ask(core, staff, 'POST', '/sessionforms', form)).json())
  }
  const login = await (
    await ask(core, stated(nobody), 'POST', `/api/session/${session.session_code}/auth`, { passcode })
  ).json()
  const own = stated({ kind: 'session', id: login.portal_session.id, address: '127.0.0.1' })
  const base = `/session/${session.session_code}`
  const { version, sha256 } = await (await ask(core, own, 'GET', `${base}/disclosure?language=es`)).json()
  await ask(core, own, 'POST', `${base}/consent`, { version, sha256, language: 'es' })
  for (const { id } of forms) {
    await ask(core, own, 'POST', `/sessionforms/${id}/open`)
    const review = await ask(core, own, 'POST', `/sessionforms/${id}/review`, signature)
    await review.arrayBuffer()
    const review_sha256 = review.headers.get(reviewHashHeader)
    await ask(core, own, 'POST', `/sessionforms/${id}/sign`, { ...signature, review_sha256 })
  }
}

/** Seal jobs wait until they are released, so that all documents are queued when the clock starts. */
const holdJobs = `
  CREATE FUNCTION hold_job() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN NEW.run_at := now() + interval ''1 day''; RETURN NEW; END';
  CREATE TRIGGER hold_job BEFORE INSERT ON jobs FOR EACH ROW WHEN (NEW.kind = 'seal') EXECUTE FUNCTION hold_job()`

/** How many documents have been sealed. */
export async function countSealed(db: pg.Client): Promise<number> {
  const { rows } = await db.query(`SELECT count(*)::int AS sealed FROM envelopes WHERE status = 'completed'`)
  return rows[0].sealed
}

/**
 * Uploads a document, and lets clients review and sign it 200 times.
 * The documents wait to be sealed until `releaseQueue`.
 * @param db the database of this core-api
 * @param staff the headers of a call that staff make
 */
export async function queueDocuments(core: Measured, db: pg.Client, staff: Headers): Promise<void> {
  await db.query(holdJobs)
  const upload = new FormData()
  upload.set('title', 'Agreement')
  upload.set('type', 'PDF')
  upload.set('file', new Blob([pdfOfPages(pagesOfDocument)], { type: 'application/pdf' }), 'agreement.pdf')
  const form = await (await ask(core, staff, 'POST', '/global-forms', upload)).json()
  for (let n = 0; n < queuedDocuments / documentsOfSession; n += 1) await signSession(core, staff, form.id)
  await db.query('DROP TRIGGER hold_job ON jobs')
}

/** Starts the sealing of all documents that were queued. */
export async function releaseQueue(db: pg.Client): Promise<void> {
  await db.query(`UPDATE jobs SET run_at = now() WHERE kind = 'seal'`)
}
