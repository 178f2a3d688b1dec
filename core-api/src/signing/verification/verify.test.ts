import { createHash, randomBytes } from 'node:crypto'
import type { PrincipalStatement } from '@agency/contract/principal'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type Core, nobody, smallPdf, startCore } from '../../../test/core.ts'
import { seedSealedForm } from '../../../test/sealed-fixtures.ts'
import { openAsClient, seedSession, signature } from '../../../test/session-fixtures.ts'
import { withoutTriggers } from '../../../test/trail-attacks.ts'
import { AuditKey } from '../../platform/audit-trail/audit-key.ts'
import { carryOver } from '../../platform/audit-trail/unkeyed-events.ts'
import { carryOverSeals } from './seal-record.ts'
import { verifySealed } from './verify-service.ts'

const original = smallPdf
const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')

let core: Core
let admin: PrincipalStatement
let client: PrincipalStatement
let envelopeId: string
let formId: string
let sealed: Buffer

/** The sealed document that all tests ask about. */
beforeAll(async () => {
  core = await startCore()
  const journey = await seedSession(core)
  const form = await seedSealedForm(core, journey)
  admin = journey.admin
  client = await openAsClient(core, journey.session)
  formId = form.id
  envelopeId = form.envelope_id ?? ''
  sealed = (await core.ask(client, { method: 'GET', url: `/sessionforms/${formId}/file` })).rawPayload
})
afterAll(() => core.close())

const verify = (hash: string, as = nobody) => core.ask(as, { method: 'GET', url: `/verify/${hash}` })

describe('verifying a document by its hash', () => {
  it('given the sealed document, when anybody asks, then it is known, with who signed it when, and nothing else', async () => {
    for (const as of [nobody, client, admin]) {
      const answer = await verify(sha256(sealed), as)
      expect(answer.statusCode).toBe(200)
      expect(answer.json()).toEqual({
        known: true,
        envelope_id: envelopeId,
        signer: signature.name,
        voided: false,
        signed_at: expect.stringMatching(/^\d{4}-.+Z$/),
        completed_at: expect.stringMatching(/^\d{4}-.+Z$/),
        pages: expect.any(Number),
      })
    }
  })

  it('given the hash in capitals, when asked for, then it is the same document', async () => {
    expect((await verify(sha256(sealed).toUpperCase())).json()).toMatchObject({ known: true, envelope_id: envelopeId })
  })

  it('given one byte changed, when asked for, then it is not known', async () => {
    const changed = Buffer.from(sealed)
    changed.writeUInt8(sealed.readUInt8(sealed.length - 10) ^ 1, sealed.length - 10)
    const answer = await verify(sha256(changed))
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ known: false })
  })

  it('given the upload, or the plain copy of it that is stored, when asked for, then it is not known', async () => {
    const hash = sha256(original)
    const stored = core.app.db
      .selectFrom('files')
      .select('sha256')
      .where('original_sha256', '=', Buffer.from(hash, 'hex'))
    const plain = (await stored.executeTakeFirstOrThrow()).sha256.toString('hex')
    expect((await verify(hash)).json()).toEqual({ known: false })
    expect((await verify(plain)).json()).toEqual({ known: false })
  })

  it.each([
    ['too short', 'ab'.repeat(31)],
    ['too long', 'ab'.repeat(33)],
    ['not hexadecimal', 'g'.repeat(64)],
  ])('given a hash that is %s, when asked for, then 400', async (_what, hash) => {
    const answer = await verify(hash)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().code).toBe('INVALID_INPUT')
  })

  it('given no statement of the bff, when asked for, then 401', async () => {
    expect((await core.app.inject({ method: 'GET', url: `/verify/${sha256(sealed)}` })).statusCode).toBe(401)
  })
})

describe('a record that was changed in the database', () => {
  const altered = { known: false, record_altered: true }

  /** Changes a row of the sealed document, and puts it back when the test ends. */
  async function change(table: 'files' | 'envelopes', column: string, value: unknown) {
    const id = sql`(SELECT ${table === 'files' ? sql`sealed_file_id` : sql`id`} FROM envelopes WHERE id = ${envelopeId})`
    const { rows } = await sql<{ before: unknown }>`
      SELECT ${sql.ref(column)} AS before FROM ${sql.table(table)} WHERE id = ${id}`.execute(core.app.db)
    const set = (to: unknown) =>
      sql`UPDATE ${sql.table(table)} SET ${sql.ref(column)} = ${to} WHERE id = ${id}`.execute(core.app.db)
    await set(value)
    onTestFinished(async () => void (await set(rows[0]?.before)))
  }

  const verifyTrail = async () => (await core.ask(admin, { method: 'GET', url: '/audit/verification' })).json()

  it('given the hash of a forged document in place of its own, when asked for, then neither is called valid', async () => {
    const forged = createHash('sha256').update('forged').digest()
    await change('files', 'sha256', forged)
    expect((await verify(forged.toString('hex'))).json()).toEqual(altered)
    expect((await verify(sha256(sealed))).json()).toEqual(altered)
    expect(await verifyTrail()).toMatchObject({ valid: false, documents: { broken: [envelopeId] } })
  })

  it.each([
    ['envelopes', 'signed_at', '2020-01-01T00:00:00Z'],
    ['envelopes', 'completed_at', '2020-01-01T00:00:00Z'],
    ['envelopes', 'encrypted_signing', null],
    ['envelopes', 'seal_mac', null],
    ['files', 'pages', 99],
  ] as const)('given another %s.%s, when asked for, then the record does not hold', async (table, column, value) => {
    expect((await verify(sha256(sealed))).json()).toMatchObject({ known: true })
    await change(table, column, value)
    expect((await verify(sha256(sealed))).json()).toEqual(altered)
    expect(await verifyTrail()).toMatchObject({ valid: false, documents: { broken: [envelopeId] } })
  })

  it('given it is said to be voided, or its event was altered, when asked for, then the record does not hold', async () => {
    await change('envelopes', 'status', 'voided')
    expect((await verify(sha256(sealed))).json()).toEqual(altered)
    await sql`UPDATE envelopes SET status = 'completed' WHERE id = ${envelopeId}`.execute(core.app.db)
    const setTime = (change: ReturnType<typeof sql>) =>
      withoutTriggers(core.app.db, () =>
        sql`UPDATE audit_events SET at = at ${change} WHERE action = 'sealed'`.execute(core.app.db),
      )
    await setTime(sql`+ interval '1 day'`)
    expect((await verify(sha256(sealed))).json()).toEqual(altered)
    await setTime(sql`- interval '1 day'`)
    expect((await verify(sha256(sealed))).json()).toMatchObject({ known: true, voided: false })
  })

  it('given it was voided and is said to be in force again, when asked for, then the record does not hold', async () => {
    const payload = { reason: 'Sent by mistake' }
    await core.ask(admin, { method: 'POST', url: `/sessionforms/${formId}/void`, payload })
    expect((await verify(sha256(sealed))).json()).toMatchObject({ known: true, voided: true })
    await sql`UPDATE envelopes SET status = 'completed' WHERE id = ${envelopeId}`.execute(core.app.db)
    expect((await verify(sha256(sealed))).json()).toEqual(altered)
    await sql`UPDATE envelopes SET status = 'voided' WHERE id = ${envelopeId}`.execute(core.app.db)
  })

  it('given a document sealed before there was a key, when it is accepted, then it is known', async () => {
    const { db, cipher } = core.app
    await withoutTriggers(db, async () => {
      await sql`UPDATE audit_events SET mac = NULL`.execute(db)
      await sql`UPDATE envelopes SET seal_mac = NULL`.execute(db)
    })
    const auditKey = new AuditKey(randomBytes(32), { madeAt: new Date(), carryUntil: new Date(Date.now() + 60_000) })
    await carryOver(db, auditKey, new AbortController().signal)
    await carryOverSeals(db, auditKey, cipher)
    const asked = await verifySealed({ db, cipher, auditKey }, createHash('sha256').update(sealed).digest())
    expect(asked).toMatchObject({ known: true, envelope_id: envelopeId, voided: true })
  })
})
