import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { cornerPng, signaturePng } from '@agency/pdf-signing/test/signature-png'
import { PNG } from 'pngjs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditEvents } from '../../../test/audit-events.ts'
import { type Core, readPdf, startCore } from '../../../test/core.ts'
import { type Filling, initials, seedFilling, sign } from '../../../test/form-field-fixtures.ts'
import { openAsClient, seedForm, seedSession, signature } from '../../../test/session-fixtures.ts'
import { readForm, step, whenSealed } from '../../../test/signing-steps.ts'

let core: Core
beforeAll(async () => {
  core = await startCore()
})
afterAll(() => core.close())

const read = (filling: Filling) => readForm(core, filling, filling.form.id)
const codeOf = (answer: Awaited<ReturnType<typeof sign>>) => [answer.statusCode, answer.json().code]

/** A PNG whose header says 40 × 40; the pixels are those of 2,000 × 2,000. */
function bomb(): Buffer {
  const image = Buffer.from(PNG.sync.write(PNG.sync.read(cornerPng(2_000, 600, [0, 0, 0, 255]))))
  image.writeUInt32BE(40, 16)
  image.writeUInt32BE(40, 20)
  image.writeUInt32BE(crc32(image.subarray(12, 29)), 29)
  return image
}

describe('signing with the built-in provider', () => {
  it('given a PDF not of ours, when it is signed, then the sealed one is valid, whole and downloadable', async () => {
    const filling = await seedFilling(core, [], {}, readPdf('libreoffice.pdf'))
    expect((await sign(core, filling)).json()).toMatchObject({ status: 'signed', completed_at: null })
    const form = await whenSealed(core, filling, filling.form.id)
    expect([form.sent_at, form.read_at, form.signed_at, form.completed_at].every(Boolean)).toBe(true)

    const file = await core.ask(filling.admin, { method: 'GET', url: `/sessionforms/${form.id}/file` })
    const path = join(mkdtempSync(join(tmpdir(), 'sealed-')), 'sealed.pdf')
    writeFileSync(path, file.rawPayload)
    expect(createHash('sha256').update(file.rawPayload).digest('hex')).toBe(form.sealed_sha256)
    expect(execFileSync('pdfsig', [path], { encoding: 'utf8' })).toContain('Signature is Valid.')
    expect(execFileSync('qpdf', ['--check', path], { encoding: 'utf8' })).toContain(
      'No syntax or stream encoding errors',
    )
    const text = execFileSync('pdftotext', [path, '-'], { encoding: 'utf8' })
    expect(text).toContain(signature.name)
    expect(text).toContain(form.envelope_id)

    const url = `/session/${filling.session.session_code}/details`
    const session = await core.ask(filling.admin, { method: 'GET', url })
    expect(session.json()).toMatchObject({ status: 'completed', submitted_at: expect.any(String) })
  })

  it('given a document never opened, or no consent, or one to another text, when signing, then 409 and it stays unsigned @full', async () => {
    const journey = await seedSession(core)
    const form = await seedForm(core, journey)
    const filling = { ...journey, form, client: await openAsClient(core, journey.session) }
    const signNow = async () => codeOf(await step(core, filling.client, form.id, 'sign', signature))
    expect(await signNow()).toEqual([409, 'WRONG_STATE'])
    await step(core, filling.client, form.id, 'open')
    expect(await signNow()).toEqual([409, 'CONSENT_REQUIRED'])
    const payload = { version: '2026-11-2', language: 'en', sha256: 'a'.repeat(64) }
    const url = `/session/${journey.session.session_code}/consent`
    expect((await core.ask(filling.client, { method: 'POST', url, payload })).statusCode).toBe(400)
    expect(await signNow()).toEqual([409, 'CONSENT_REQUIRED'])
    expect(await readForm(core, journey, form.id)).toMatchObject({ status: 'viewed', signed_at: null })
  })

  it('given a signed document, when signed again, then only the same body is a repeat, whatever the order of its names @full', async () => {
    const filling = await seedFilling(core, [])
    const signed = await sign(core, filling)
    const turned = Object.fromEntries(Object.entries({ ...signature, initials }).toReversed())
    expect((await step(core, filling.client, filling.form.id, 'sign', turned)).statusCode).toBe(200)
    const others = [
      { values: { other: 'x' } },
      { name: 'Somebody Else' },
      { signature: { ...signature.signature, text: 'Somebody Else' } },
      { review_sha256: 'a'.repeat(64) },
    ]
    for (const other of others) expect(codeOf(await sign(core, filling, other))).toEqual([409, 'WRONG_STATE'])
    expect((await read(filling)).signed_at).toBe(signed.json().signed_at)
  })

  it('given staff have marked the document as completed, when its client signs, then 409 and there is no signature @full', async () => {
    const filling = await seedFilling(core, [])
    const url = `/sessionforms/${filling.form.id}`
    await core.ask(filling.admin, { method: 'PUT', url, payload: { status: 'completed' } })
    expect(codeOf(await sign(core, filling))).toEqual([409, 'WRONG_STATE'])
    expect(await read(filling)).toMatchObject({ status: 'completed', status_set_by: 'admin', signed_at: null })
  })

  it('given a client that declines, when it signs after that, then 409, and the trail does not say why @full', async () => {
    const { client, form, ...filling } = await seedFilling(core, [])
    const declined = await step(core, client, form.id, 'decline', { reason: 'Not mine' })
    expect(declined.json().status).toBe('declined')
    expect(codeOf(await sign(core, { ...filling, client, form }))).toEqual([409, 'WRONG_STATE'])
    const dump = JSON.stringify(await auditEvents(core.app.db).selectAll().execute())
    expect(dump).not.toContain('Not mine')
  })

  it('given a document that its client has opened, when staff remove it, then 409 and it stays', async () => {
    const filling = await seedFilling(core, [])
    const removal = await core.ask(filling.admin, { method: 'DELETE', url: `/sessionforms/${filling.form.id}` })
    expect(codeOf(removal)).toEqual([409, 'WRONG_STATE'])
    expect(await read(filling)).toMatchObject({ id: filling.form.id })
  })
})

describe('a name or a signature that is none', () => {
  let filling: Filling
  beforeAll(async () => {
    filling = await seedFilling(core, [])
  })

  const drawn = (png: Uint8Array) => ({
    signature: { kind: 'drawn', png: Buffer.from(png).toString('base64') },
  })
  const typed = (text: string) => ({ signature: { kind: 'typed', text, font: 'caveat' } })
  it.each([
    ['signature.png', 'no PNG', drawn(Buffer.from('<svg/>'))],
    ['signature.png', 'a PNG that breaks off', drawn(signaturePng.slice(0, 50))],
    ['signature.png', 'transparent', drawn(cornerPng(120, 60, [16, 24, 40, 0]))],
    ['signature.png', 'white on white', drawn(cornerPng(120, 60, [255, 255, 255, 255]))],
    ['signature.png', 'a single dot', drawn(cornerPng(120, 6, [16, 24, 40, 255]))],
    ['signature.png', 'blank', drawn(cornerPng(120, 0, [16, 24, 40, 255]))],
    ['signature.png', 'larger than its header says', drawn(bomb())],
    ['name', 'a full stop', { name: '.' }],
    ['name', 'spaces', { name: '   ' }],
    ['name', 'a hyphen', { name: '-' }],
    ['name', 'zero-width characters', { name: '\u200B\u200D' }],
    ['name', 'combining marks', { name: '\u0301\u0302' }],
    ['name', 'bidirectional controls', { name: '\u202E\u2066' }],
    ['name', 'one letter', { name: 'A' }],
    ['signature.text', 'a full stop', typed('.')],
    ['initials.text', 'a digit', { initials: { kind: 'typed', text: '1', font: 'caveat' } }],
  ])(
    'given a %s that is %s, when signing, then 400 names it and the document stays unsigned',
    async (field, _what, given) => {
      const answer = await sign(core, filling, given)
      expect([answer.statusCode, answer.json().details]).toMatchObject([400, [{ field }]])
      expect(await read(filling)).toMatchObject({ status: 'viewed', signed_at: null })
    },
  )
})
