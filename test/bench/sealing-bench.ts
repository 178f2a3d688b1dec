import { readdirSync, readFileSync } from 'node:fs'
import { reviewHashHeader } from '@agency/contract/esign'
import type { PrincipalStatement } from '@agency/contract/principal'
import pg from 'pg'
import type { BenchOptions } from './core-bench.ts'
import { preparePostgres } from './dataset.ts'
import { pdfOfPages } from './pdf-of-pages.ts'
import { cpuOf, memoryOf } from './process-figures.ts'
import { logInAtCore, type Measured, Services, stated } from './services.ts'
import { say, showTable } from './table.ts'

const documents = 200
/** Each session may make 40 review copies in 15 minutes. */
const documentsOfSession = 20
const pages = 4
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

async function countSealed(db: pg.Client): Promise<number> {
  const { rows } = await db.query(`SELECT count(*)::int AS sealed FROM envelopes WHERE status = 'completed'`)
  return rows[0].sealed
}

const childrenOf = (pid: number): number[] =>
  readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  )

async function measure(core: Measured, db: pg.Client): Promise<(string | number)[]> {
  await db.query('DROP TRIGGER hold_job ON jobs')
  const before = cpuOf(core.pid)
  const cpu = new Map<number, number>()
  const most = { core: 0, worker: 0 }
  const started = performance.now()
  await db.query(`UPDATE jobs SET run_at = now() WHERE kind = 'seal'`)
  for (let sealed = 0; sealed < documents; ) {
    const workers = childrenOf(core.pid)
    most.core = Math.max(most.core, memoryOf(core.pid))
    for (const pid of workers) {
      cpu.set(pid, cpuOf(pid))
      most.worker = Math.max(most.worker, memoryOf(pid))
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
    sealed = await countSealed(db)
    if (performance.now() - started > 10 * 60_000) throw new Error(`Only ${sealed} documents were sealed`)
  }
  const seconds = (performance.now() - started) / 1000
  const ofWorkers = [...cpu.values()].reduce((sum, time) => sum + time, 0)
  const each = (milliseconds: number) => (milliseconds / documents).toFixed(1)
  return [
    ...[(documents / seconds).toFixed(1), seconds.toFixed(1), each(cpuOf(core.pid) - before), each(ofWorkers)],
    ...[most.core.toFixed(0), most.worker.toFixed(0)],
  ]
}

/** How fast a queue of signed documents is sealed: from the release of the queue to the last stored file. */
export async function benchSealing(options: BenchOptions): Promise<void> {
  const dataset = await preparePostgres(Math.min(options.clients, 1_000))
  const services = new Services(dataset)
  if (!('url' in dataset.target)) throw new Error('This bench needs PostgreSQL')
  const db = new pg.Client({ connectionString: dataset.target.url })
  try {
    await db.connect()
    await db.query(holdJobs)
    const core = await services.startCore()
    const staff = await logInAtCore(core.url)
    const upload = new FormData()
    upload.set('title', 'Agreement')
    upload.set('type', 'PDF')
    upload.set('file', new Blob([pdfOfPages(pages)], { type: 'application/pdf' }), 'agreement.pdf')
    const form = await (await ask(core, staff, 'POST', '/global-forms', upload)).json()
    say(`Signing ${documents} documents of ${pages} pages …`)
    for (let n = 0; n < documents / documentsOfSession; n += 1) await signSession(core, staff, form.id)
    showTable(
      `${documents} signed documents of ${pages} pages, queued`,
      ['a second', 'seconds', 'core CPU ms each', 'PDF process CPU ms each', 'core MB', 'PDF process MB'],
      [await measure(core, db)],
    )
  } finally {
    await db.end()
    await services.stop()
    await dataset.remove()
  }
}
