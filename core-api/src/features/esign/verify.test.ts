import { createHash } from 'node:crypto'
import type { PrincipalStatement } from 'contract/principal'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Core, nobody, readPdf, startCore } from '../../../test/core.ts'
import { consent, openAsClient, seedForm, seedSession, signature } from '../../../test/journey.ts'

const original = 'quartz.pdf'
const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')

let core: Core
let admin: PrincipalStatement
let client: PrincipalStatement
let envelopeId: string
let sealed: Buffer

/** Signs a document and takes the sealed one, for all tests to ask about. */
beforeAll(async () => {
  core = await startCore()
  const journey = await seedSession(core)
  const form = await seedForm(core, journey, original)
  admin = journey.admin
  client = await openAsClient(core, journey.session)
  const url = `/sessionforms/${form.id}`
  await core.ask(client, { method: 'POST', url: `${url}/open` })
  await consent(core, client, journey.session)
  await core.ask(client, { method: 'POST', url: `${url}/sign`, payload: signature })
  await vi.waitFor(
    async () => {
      const list = await core.ask(admin, { method: 'GET', url: `/sessionforms/session/${journey.session.id}` })
      expect(list.json().data[0].status).toBe('completed')
      envelopeId = list.json().data[0].envelope_id
    },
    { timeout: 20_000, interval: 50 },
  )
  sealed = (await core.ask(client, { method: 'GET', url: `${url}/file` })).rawPayload
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
    const hash = sha256(readPdf(original))
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
