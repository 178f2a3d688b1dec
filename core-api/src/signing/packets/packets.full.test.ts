import { createHash } from 'node:crypto'
import { PacketManifest } from '@agency/contract/packets'
import type { PrincipalStatement } from '@agency/contract/principal'
import type { SessionForm } from '@agency/contract/session-forms'
import { cmsFits, unzip } from '@agency/test-kit/packets/packet-archive'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditEvents } from '../../../test/audit-events.ts'
import { type Core, nobody, startCore } from '../../../test/core.ts'
import { openAsClient, type SeededSession, seedForm, seedSession } from '../../../test/session-fixtures.ts'
import { readForm, signAsClient, step, whenSealed } from '../../../test/signing-steps.ts'
import { verifyPacket } from './verify-packet.ts'

let core: Core
beforeAll(async () => {
  core = await startCore({ AGENCY_NAME: 'Sunrise' })
})
afterAll(() => core.close())

const ask = (as: PrincipalStatement, { session }: SeededSession) =>
  core.ask(as, { method: 'GET', url: `/session/${session.session_code}/packet` })
const recorded = async ({ session }: SeededSession) => {
  const { app } = core
  const events = auditEvents(app.db).select(['actor_kind', 'subject_id', 'detail'])
  return events.where('action', '=', 'session.packet-downloaded').where('session_id', '=', session.id).execute()
}

async function seedSigned(journey: SeededSession, title: string): Promise<SessionForm> {
  const { id } = await seedForm(core, journey)
  await core.ask(journey.admin, { method: 'PUT', url: `/sessionforms/${id}`, payload: { title } })
  await signAsClient(core, journey, id)
  return whenSealed(core, journey, id)
}

async function read(form: SessionForm, as: PrincipalStatement) {
  return (await core.ask(as, { method: 'GET', url: `/sessionforms/${form.id}/file` })).rawPayload
}

/** The packet proves itself, without the product; what is altered, missing or put in is named. */
async function expectVerifiable(files: Map<string, Buffer>) {
  const verify = (changed: Map<string, Buffer>) => verifyPacket((name) => changed.get(name), [...changed.keys()])
  const certificate = createHash('sha256').update(core.app.sealKeys.current.certificate).digest('hex')
  expect(await verify(files)).toMatchObject({ documents: 2, certificates: [certificate], problems: [] })

  const [name = '', pdf = Buffer.alloc(0)] = [...files][0] ?? []
  const altered = Buffer.from(pdf)
  altered.writeUInt8(altered.readUInt8(2_000) ^ 1, 2_000)
  const problems = async (changes: [string, Buffer][]) => (await verify(new Map([...files, ...changes]))).problems
  expect(await problems([[name, altered]])).toEqual([
    `${name}: was altered; it does not match the manifest.`,
    `${name}: the seal is missing or not valid.`,
  ])
  expect(await problems([['03 More.pdf', pdf]])).toEqual(['03 More.pdf: is not in the manifest.'])
  expect((await verify(new Map([...files].slice(1)))).problems).toEqual([`${name}: is missing.`])
  const manifest = Buffer.from(`${files.get('manifest.json')} `)
  expect(await problems([['manifest.json', manifest]])).toEqual([
    'manifest.json: the signature is missing or not valid.',
  ])
}

describe('a session’s packet', () => {
  it('given two signed documents among others, when staff download the packet, then it has both as sealed, in order, and a signed manifest of their hashes', async () => {
    const journey = await seedSession(core)
    const { admin, session } = journey
    const forms = [await seedSigned(journey, 'Proposta / São João: ../x'), await seedSigned(journey, '申込書')]
    await seedForm(core, journey)

    const answer = await ask(admin, journey)

    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-length': String(answer.rawPayload.length),
      'cache-control': 'private, no-store',
      'content-disposition': expect.stringMatching(/^attachment; filename="Documents [\dA-Z-]{14}\.zip"/),
    })
    const files = unzip(answer.rawPayload)
    const names = ['01 Proposta _ São João_ .._x.pdf', '02 申込書.pdf']
    expect([...files.keys()]).toEqual([...names, 'manifest.json', 'manifest.json.p7s'])
    for (const [index, form] of forms.entries()) {
      expect(files.get(names[index] ?? '')?.equals(await read(form, admin))).toBe(true)
    }
    const manifest = files.get('manifest.json') ?? Buffer.alloc(0)
    expect(Value.Parse(PacketManifest, JSON.parse(manifest.toString()))).toEqual({
      agency: 'Sunrise',
      session_id: session.id,
      made_at: expect.any(String),
      documents: forms.map(({ title, sealed_sha256, envelope_id, signed_at, completed_at }, index) => ({
        title,
        file: names[index],
        sha256: sealed_sha256,
        size: files.get(names[index] ?? '')?.length,
        envelope_id,
        signed_at,
        completed_at,
      })),
    })
    expect(manifest.toString()).not.toContain(session.passcode)
    const signature = files.get('manifest.json.p7s') ?? Buffer.alloc(0)
    await expectVerifiable(files)
    expect(cmsFits(manifest, signature)).toBe(true)
    expect(cmsFits(Buffer.from(manifest.toString().replace('Sunrise', 'Sunset')), signature)).toBe(false)
    const sha256 = createHash('sha256').update(manifest).digest('hex')
    expect(await recorded(journey)).toEqual([
      { actor_kind: 'admin', subject_id: session.id, detail: `manifest SHA-256 ${sha256}` },
    ])
  })

  it('given a signed document, when its client, another client and nobody ask, then the client alone gets it, and nothing else is on the trail', async () => {
    const journey = await seedSession(core)
    const other = await seedSession(core)
    const form = await seedSigned(journey, 'Application')
    const client = await openAsClient(core, journey.session)
    const stranger = await openAsClient(core, other.session)

    expect((await ask(stranger, journey)).statusCode).toBe(404)
    expect((await ask(nobody, journey)).statusCode).toBe(401)
    expect(await recorded(journey)).toEqual([])
    expect(await readForm(core, journey, form.id)).toEqual(form)

    const answer = await ask(client, journey)
    expect([...unzip(answer.rawPayload).keys()]).toContain('01 Application.pdf')
    expect(await recorded(journey)).toMatchObject([{ actor_kind: 'session' }])
  })

  it('given nothing that is sealed and in force, when the packet is asked for, then 409 says so, and nothing is recorded', async () => {
    const journey = await seedSession(core)
    const { id } = await seedSigned(journey, 'Application')
    await step(core, journey.admin, id, 'void', { reason: 'Sent by mistake' })
    await seedForm(core, journey)

    const answer = await ask(journey.admin, journey)

    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toEqual({
      code: 'WRONG_STATE',
      message: 'No document of this session has been signed and sealed yet.',
    })
    expect(await recorded(journey)).toEqual([])
  })

  it('given no such session, when its packet is asked for, then 404', async () => {
    const { admin } = await seedSession(core)
    expect((await core.ask(admin, { method: 'GET', url: '/session/0000-0000-0000/packet' })).statusCode).toBe(404)
  })
})
