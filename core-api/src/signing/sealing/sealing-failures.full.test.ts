import { glob, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SessionForm } from '@agency/contract/session-forms'
import { createPdfWorker, type PdfWorker } from '@agency/pdf-signing/pdf-worker-pool'
import { pdfText } from '@agency/pdf-signing/test/pdf-tools'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { auditEvents } from '../../../test/audit-events.ts'
import { blockFile } from '../../../test/block-file.ts'
import { type Core, nobody, startCore } from '../../../test/core.ts'
import { openAsClient, type SeededSession, seedForm, seedSession } from '../../../test/session-fixtures.ts'
import { readForm, signAsClient, step, whenSealed } from '../../../test/signing-steps.ts'
import { envelopeContext, readSigning } from '../client-signing/stored-signing.ts'
import { sealEnvelope } from './seal-envelope.ts'

let core: Core
let pdfWorker: PdfWorker
beforeAll(async () => {
  core = await startCore()
  pdfWorker = createPdfWorker()
})
afterAll(async () => {
  await pdfWorker.close()
  await core.close()
})

/** Where the bytes of a document's original are. */
async function pathOfOriginal(formId: string): Promise<string> {
  const { file_id } = await core.app.db
    .selectFrom('session_forms')
    .select('file_id')
    .where('id', '=', formId)
    .executeTakeFirstOrThrow()
  for await (const path of glob(`**/${file_id}`, { cwd: core.config.dataDirectory })) {
    return join(core.config.dataDirectory, path)
  }
  return expect.fail('The original is not in the file store')
}

/** Waits for what sealing leads to. */
function whenForm(journey: SeededSession, id: string, expected: Partial<SessionForm>): Promise<SessionForm> {
  return vi.waitFor(
    async () => {
      const form = await readForm(core, journey, id)
      expect(form).toMatchObject(expected)
      return form
    },
    { timeout: 30_000, interval: 50 },
  )
}

const flagged = { status: 'signed', sealing_failed_at: expect.any(String) } as const

/** A signed document whose original was altered in the store, so that every try to seal it fails. */
async function seedDamaged() {
  const journey = await seedSession(core)
  const { id } = await seedForm(core, journey)
  const path = await pathOfOriginal(id)
  const whole = await readFile(path)
  const damaged = Buffer.from(whole)
  damaged.fill(0, Math.floor(whole.length / 2))
  await writeFile(path, damaged)
  const client = await signAsClient(core, journey, id)
  const form = await whenForm(journey, id, flagged)
  await whenTried(id)
  return { journey, id, client, form, repair: () => writeFile(path, whole) }
}

const post = ({ admin }: SeededSession, id: string, name: string, payload?: object) =>
  step(core, admin, id, name, payload)
const fileStatus = async (as: SeededSession['admin'], id: string) =>
  (await core.ask(as, { method: 'GET', url: `/sessionforms/${id}/file` })).statusCode
const details = async ({ admin, session }: SeededSession) =>
  (await core.ask(admin, { method: 'GET', url: `/session/${session.session_code}/details` })).json()
const events = (id: string, action: string) =>
  auditEvents(core.app.db).select('detail').where('subject_id', '=', id).where('action', '=', action).execute()
const envelopeOf = (id: string) =>
  core.app.db.selectFrom('envelopes').selectAll().where('session_form_id', '=', id).executeTakeFirstOrThrow()
/** Waits until the attempt whose outcome the document shows has ended: it stores the state of its job last. */
const whenTried = (id: string) =>
  vi.waitFor(
    async () => {
      const { done_at, last_error } = await jobOf(id)
      expect(done_at ?? last_error).not.toBeNull()
    },
    { timeout: 30_000, interval: 50 },
  )
/** Has the job of a document done now, as after a crash or after some time. */
const runAgain = async (id: string, changes: object = {}) => {
  await whenTried(id)
  const { id: subject } = await envelopeOf(id)
  const due = { done_at: null, last_error: null, run_at: new Date().toISOString(), ...changes }
  await core.app.db.updateTable('jobs').set(due).where('subject_id', '=', subject).execute()
  core.app.wakeJobs()
}
const jobOf = async (id: string) => {
  const { id: subject } = await envelopeOf(id)
  return core.app.db.selectFrom('jobs').selectAll().where('subject_id', '=', subject).executeTakeFirstOrThrow()
}

it('given a document that cannot be sealed, when signed, then staff see why, the original is not served as signed, and the session is not completed', async () => {
  const { journey, id, client, form } = await seedDamaged()
  expect(form.error).toContain('altered or damaged')
  expect(await details(journey)).toMatchObject({ status: 'in_progress', submitted_at: null })
  expect([await fileStatus(client, id), await fileStatus(journey.admin, id)]).toEqual([409, 409])
  const url = `/sessionforms/session/${journey.session.id}`
  const [seen] = (await core.ask(client, { method: 'GET', url })).json().data
  expect(seen).toMatchObject({ status: 'signed', sealing_failed_at: null, error: null })
  const packet = await core.ask(client, { method: 'GET', url: `/session/${journey.session.session_code}/packet` })
  expect(packet.json().code).toBe('WRONG_STATE')
  expect(await events(id, 'sealing-failed')).toMatchObject([{ detail: expect.stringContaining('FILE_DAMAGED') }])
  const listed = await core.ask(journey.admin, { method: 'GET', url: '/sessions?status=sealing_failed' })
  expect(listed.json()).toMatchObject([{ id: journey.session.id }])
  const waiting = await core.ask(journey.admin, { method: 'GET', url: '/sessions?status=waiting' })
  expect(waiting.json()).toEqual([])
  const today = await core.ask(journey.admin, { method: 'GET', url: '/clients/today?date=2026-11-22' })
  expect(today.json()).toMatchObject({ unsealed: 1, waiting: 0 })
  const check = core.app.healthChecks.find((one) => one.id === 'sealing')
  expect(await check?.run()).toMatchObject({ state: 'warning', message: expect.stringContaining('1 signed document') })
  await post(journey, id, 'void', { reason: 'Cleared for the next test' })
  expect(await check?.run()).toMatchObject({ state: 'ok' })
})

it('given a store that cannot read the original for now, when signed, then nothing is flagged, and the next attempt seals it', async () => {
  const journey = await seedSession(core)
  const { id } = await seedForm(core, journey)
  const { file_id } = await core.app.db
    .selectFrom('session_forms')
    .select('file_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const unblock = blockFile(core.config.filesDirectory, file_id ?? expect.fail('there is no file'))
  await signAsClient(core, journey, id)
  const error = 'The file store is not available. It is retried automatically.'
  await whenForm(journey, id, { status: 'signed', sealing_failed_at: null, error })
  expect(await events(id, 'sealing-failed')).toEqual([])
  unblock()
  await runAgain(id)
  expect(await whenSealed(core, journey, id)).toMatchObject({ sealing_failed_at: null, error: null })
})

it('given a failed document whose file is repaired, when sealing is retried, then it is sealed and the session completed', async () => {
  const { journey, id, client, repair } = await seedDamaged()
  await repair()
  const answer = await post(journey, id, 'retry-sealing')
  expect(answer.json()).toMatchObject({ status: 'signed', sealing_failed_at: null, error: null })
  expect(await whenSealed(core, journey, id)).toMatchObject({
    sealing_failed_at: null,
    error: null,
    sealed_sha256: expect.any(String),
  })
  expect(await details(journey)).toMatchObject({ status: 'completed', submitted_at: expect.any(String) })
  expect(await fileStatus(client, id)).toBe(200)
  expect((await post(journey, id, 'retry-sealing')).json().code).toBe('WRONG_STATE')
})

it('given contacts that staff change while sealing waits, when it is sealed, then the certificate states those of the signing', async () => {
  const journey = await seedSession(core)
  const url = `/clients/${journey.clientId}`
  const change = async (payload: object) => {
    const answer = await core.ask(journey.admin, { method: 'PUT', url, payload })
    expect(answer.statusCode).toBe(200)
  }
  await change({ primary_email: 'ines@example.com', primary_phone: '(305) 555-0147' })
  const { id } = await seedForm(core, journey)
  const path = await pathOfOriginal(id)
  await rename(path, `${path}-away`)
  await signAsClient(core, journey, id)
  await whenForm(journey, id, { status: 'signed', error: expect.stringContaining('missing') })
  await change({ primary_email: 'other@example.com', primary_phone: '(305) 555-0199' })
  await rename(`${path}-away`, path)
  await runAgain(id)
  await whenSealed(core, journey, id)
  const { rawPayload } = await core.ask(journey.admin, { method: 'GET', url: `/sessionforms/${id}/file` })
  const certificate = pdfText(rawPayload, 2, 4)
  expect(certificate).toContain('ines@example.com')
  expect(certificate).toContain('555-0147')
  expect(certificate).not.toContain('other@example.com')
  expect(certificate).not.toContain('555-0199')
})

it('given a signing of a release that kept no contacts, when it is sealed, then the certificate states those of the record', async () => {
  const { journey, id, repair } = await seedDamaged()
  const { id: envelopeId, encrypted_signing } = await envelopeOf(id)
  const { contact: _contact, ...older } = readSigning(core.app.cipher, { id: envelopeId, encrypted_signing }) ?? {}
  const stored = core.app.cipher.encrypt(JSON.stringify(older), envelopeContext(envelopeId))
  await core.app.db.updateTable('envelopes').set({ encrypted_signing: stored }).where('id', '=', envelopeId).execute()
  const payload = { primary_email: 'ines@example.com' }
  await core.ask(journey.admin, { method: 'PUT', url: `/clients/${journey.clientId}`, payload })
  await repair()
  await post(journey, id, 'retry-sealing')
  await whenSealed(core, journey, id)
  const { rawPayload } = await core.ask(journey.admin, { method: 'GET', url: `/sessionforms/${id}/file` })
  expect(pdfText(rawPayload, 2, 4)).toContain('ines@example.com')
})

it('given a failed document that still fails, when retried at once and again, then it is flagged again each time', async () => {
  const { journey, id } = await seedDamaged()
  for (const failures of [2, 3]) {
    expect((await post(journey, id, 'retry-sealing')).statusCode).toBe(200)
    await whenForm(journey, id, flagged)
    expect(await events(id, 'sealing-failed')).toHaveLength(failures)
  }
  expect(await events(id, 'sealing-retried')).toHaveLength(2)
  await post(journey, id, 'void', { reason: 'The end' })
})

it('given a failed document, when staff void it, then its signature is kept, sealing does nothing more, and it can be sent anew', async () => {
  const { journey, id, client, repair } = await seedDamaged()
  const before = await envelopeOf(id)
  expect((await post(journey, id, 'void', { reason: 'Upload it again' })).json()).toMatchObject({
    status: 'voided',
    sealing_failed_at: null,
    error: null,
  })
  expect(await envelopeOf(id)).toMatchObject({ status: 'voided', encrypted_signing: before.encrypted_signing })
  await runAgain(id)
  await vi.waitFor(async () => expect((await jobOf(id)).done_at).not.toBeNull(), { timeout: 30_000 })
  expect((await readForm(core, journey, id)).status).toBe('voided')
  await repair()
  const url = `/sessionforms/${id}`
  expect((await core.ask(journey.admin, { method: 'PUT', url, payload: { status: 'pending' } })).statusCode).toBe(200)
  expect((await step(core, client, id, 'open')).json()).toMatchObject({ status: 'viewed', status_set_at: null })
  await signAsClient(core, journey, id)
  expect((await whenSealed(core, journey, id)).envelope_id).not.toBe(before.id)
})

it('given a process that was killed after it had flagged a document, when its job runs again, then it is recorded once', async () => {
  const { journey, id } = await seedDamaged()
  const { attempts } = await jobOf(id)
  await runAgain(id)
  await vi.waitFor(
    async () => expect(await jobOf(id)).toMatchObject({ attempts: attempts + 1, done_at: expect.any(String) }),
    { timeout: 30_000 },
  )
  expect(await events(id, 'sealing-failed')).toHaveLength(1)
  await post(journey, id, 'void', { reason: 'The end' })
})

it('given a failure that may pass, when it lasts for a day, then the document is flagged, and sealed as soon as that is possible', async () => {
  const journey = await seedSession(core)
  const { id } = await seedForm(core, journey)
  const path = await pathOfOriginal(id)
  await rename(path, `${path}-away`)
  await signAsClient(core, journey, id)
  await whenForm(journey, id, { status: 'signed', error: expect.stringContaining('missing'), sealing_failed_at: null })
  expect((await post(journey, id, 'void', { reason: 'x' })).json().code).toBe('WRONG_STATE')

  const signed_at = new Date(Date.now() - 25 * 3_600_000).toISOString()
  await core.app.db.updateTable('envelopes').set({ signed_at }).where('session_form_id', '=', id).execute()
  await runAgain(id, { attempts: 5 })
  await whenForm(journey, id, flagged)
  expect((await jobOf(id)).done_at).toBeNull()
  await rename(`${path}-away`, path)
  await runAgain(id)
  expect(await whenSealed(core, journey, id)).toMatchObject({ sealing_failed_at: null, error: null })
})

it('given staff void a document while it is being sealed, when sealing ends, then it stays voided and nothing is stored', async () => {
  const { journey, id, repair } = await seedDamaged()
  await repair()
  const { id: envelopeId } = await envelopeOf(id)
  const { db, files, cipher, sealKeys, agency } = core.app
  const context = { db, files, cipher, sealKeys, agency, verifyUrl: 'https://x.test', tsaUrl: undefined }
  const voidedMeanwhile: PdfWorker = {
    ...pdfWorker,
    async seal(input) {
      const sealed = await pdfWorker.seal(input)
      expect((await post(journey, id, 'void', { reason: 'Not this one' })).statusCode).toBe(200)
      return sealed
    },
  }
  await sealEnvelope({ ...context, pdfWorker: voidedMeanwhile }, envelopeId)
  expect(await envelopeOf(id)).toMatchObject({ status: 'voided', sealed_file_id: null })
  expect((await readForm(core, journey, id)).status).toBe('voided')
})

it('given several replicas seal the same document at once, then it is sealed once', async () => {
  const { id, journey, repair } = await seedDamaged()
  await repair()
  const { id: envelopeId } = await envelopeOf(id)
  const { db, files, cipher, sealKeys, agency } = core.app
  const context = {
    db,
    files,
    cipher,
    sealKeys,
    pdfWorker,
    agency,
    verifyUrl: 'https://x.test',
    tsaUrl: undefined,
  }
  await Promise.all(Array.from({ length: 3 }, () => sealEnvelope(context, envelopeId)))
  expect(await events(id, 'sealed')).toHaveLength(1)
  expect(await readForm(core, journey, id)).toMatchObject({ status: 'completed', sealing_failed_at: null })
})

it('given nobody or a client, when sealing is retried, then 401 and 404, and nothing changes', async () => {
  const { journey, id, form } = await seedDamaged()
  const client = await openAsClient(core, journey.session)
  expect((await step(core, nobody, id, 'retry-sealing')).statusCode).toBe(401)
  expect((await step(core, client, id, 'retry-sealing')).statusCode).toBe(404)
  expect(await readForm(core, journey, id)).toEqual(form)
})
