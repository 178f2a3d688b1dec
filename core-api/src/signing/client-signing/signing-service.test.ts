import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import type { PrincipalStatement } from '@agency/contract/principal'
import type { SessionForm } from '@agency/contract/session-forms'
import { cornerPng, drawnSignature, signaturePng } from '@agency/pdf-signing/test/signature-png'
import { PNG } from 'pngjs'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Core, readPdf, startCore } from '../../../test/core.ts'
import {
  consent,
  openAsClient,
  type SeededSession,
  seedForm,
  seedSession,
  signature,
} from '../../../test/session-fixtures.ts'

let core: Core
beforeAll(async () => {
  core = await startCore()
})
afterAll(() => core.close())

interface Ready extends SeededSession {
  form: SessionForm
  client: PrincipalStatement
}

async function seedReady(pdf?: Buffer): Promise<Ready> {
  const journey = await seedSession(core)
  const form = await seedForm(core, journey, pdf)
  return { ...journey, form, client: await openAsClient(core, journey.session) }
}

const step = ({ client, form }: Ready, name: string, payload?: object) =>
  core.ask(client, { method: 'POST', url: `/sessionforms/${form.id}/${name}`, ...(payload ? { payload } : {}) })

async function readForm({ admin, session }: Ready): Promise<SessionForm> {
  return (await core.ask(admin, { method: 'GET', url: `/sessionforms/session/${session.id}` })).json().data[0]
}

async function sealed(ready: Ready): Promise<SessionForm> {
  return vi.waitFor(
    async () => {
      const form = await readForm(ready)
      expect(form.status).toBe('completed')
      return form
    },
    { timeout: 120_000, interval: 50 },
  )
}

describe('signing with the built-in provider', () => {
  it('given a PDF not of ours, when it is signed, then the sealed one is valid, whole and downloadable', async () => {
    const ready = await seedReady(readPdf('libreoffice.pdf'))
    expect((await step(ready, 'open')).json()).toMatchObject({ status: 'viewed' })
    await consent(core, ready.client, ready.session)
    expect((await step(ready, 'sign', signature)).json()).toMatchObject({ status: 'signed', completed_at: null })
    const form = await sealed(ready)
    expect([form.sent_at, form.read_at, form.signed_at, form.completed_at].every(Boolean)).toBe(true)

    const file = await core.ask(ready.admin, { method: 'GET', url: `/sessionforms/${ready.form.id}/file` })
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

    const session = await core.ask(ready.admin, {
      method: 'GET',
      url: `/session/${ready.session.session_code}/details`,
    })
    expect(session.json()).toMatchObject({ status: 'completed', submitted_at: expect.any(String) })
  })

  it('given no consent, when signing, then 409 and the document stays unsigned', async () => {
    const ready = await seedReady()
    await step(ready, 'open')
    expect((await step(ready, 'sign', signature)).json().code).toBe('CONSENT_REQUIRED')
    expect(await readForm(ready)).toMatchObject({ status: 'viewed', signed_at: null })
  })

  it('given a consent to another text, when sent, then 400 and there is none', async () => {
    const ready = await seedReady()
    const payload = { version: '2026-11-1', language: 'en', sha256: 'a'.repeat(64) }
    const url = `/session/${ready.session.session_code}/consent`
    expect((await core.ask(ready.client, { method: 'POST', url, payload })).statusCode).toBe(400)
    await step(ready, 'open')
    expect((await step(ready, 'sign', signature)).json().code).toBe('CONSENT_REQUIRED')
  })

  it('given a signed document, when signed again, then only the same body is a repeat, whatever the order of its names', async () => {
    const ready = await seedReady()
    await step(ready, 'open')
    await consent(core, ready.client, ready.session)
    const signed = await step(ready, 'sign', signature)
    const turned = Object.fromEntries(Object.entries(signature).toReversed())
    expect((await step(ready, 'sign', turned)).statusCode).toBe(200)
    const others = [
      { ...signature, values: { other: 'x' } },
      { ...signature, name: 'Somebody Else' },
      { ...signature, signature: { ...signature.signature, text: 'Somebody Else' } },
      { ...signature, review_sha256: 'a'.repeat(64) },
    ]
    for (const other of others) {
      const again = await step(ready, 'sign', other)
      expect([again.statusCode, again.json().code]).toEqual([409, 'WRONG_STATE'])
    }
    expect((await readForm(ready)).signed_at).toBe(signed.json().signed_at)
  })

  it('given ten taps at once, when signing, then it is signed and sealed once', async () => {
    const ready = await seedReady()
    await step(ready, 'open')
    await consent(core, ready.client, ready.session)
    const taps = await Promise.all(Array.from({ length: 10 }, () => step(ready, 'sign', signature)))
    expect(taps.map((tap) => tap.statusCode)).toEqual(taps.map(() => 200))
    await sealed(ready)
    const events = await core.app.db
      .selectFrom('audit_events')
      .select('action')
      .where('subject_id', '=', ready.form.id)
      .execute()
    expect(events.filter(({ action }) => action === 'signed')).toHaveLength(1)
    expect(events.filter(({ action }) => action === 'sealed')).toHaveLength(1)
  })

  it('given a document never opened, when signing, then 409', async () => {
    const ready = await seedReady()
    await consent(core, ready.client, ready.session)
    expect((await step(ready, 'sign', signature)).json().code).toBe('WRONG_STATE')
  })

  it.each([
    ['no PNG', Buffer.from('<svg/>')],
    ['a PNG that breaks off', Buffer.from(signaturePng.slice(0, 50))],
  ])('given a drawn signature that is %s, when signing, then 400 names it', async (_what, png) => {
    const ready = await seedReady()
    await step(ready, 'open')
    const drawn = { ...signature, signature: { kind: 'drawn', png: png.toString('base64') } }
    expect((await step(ready, 'sign', drawn)).json().details).toMatchObject([{ field: 'signature.png' }])
  })

  it.each([
    ['transparent', cornerPng(120, 60, [16, 24, 40, 0])],
    ['white on white', cornerPng(120, 60, [255, 255, 255, 255])],
    ['a single dot', cornerPng(120, 6, [16, 24, 40, 255])],
    ['blank', cornerPng(120, 0, [16, 24, 40, 255])],
  ])(
    'given a drawn signature that is %s, when signing, then 400 names it and the document stays unsigned',
    async (_what, png) => {
      const ready = await seedReady()
      await step(ready, 'open')
      await consent(core, ready.client, ready.session)
      const drawn = { ...signature, signature: { kind: 'drawn', png: png.toString('base64') } }
      const answer = await step(ready, 'sign', drawn)
      expect([answer.statusCode, answer.json().details]).toMatchObject([400, [{ field: 'signature.png' }]])
      expect(await readForm(ready)).toMatchObject({ status: 'viewed', signed_at: null })
    },
  )

  it('given a drawing that unpacks to more than its size, when signing, then 400', async () => {
    const ready = await seedReady()
    const image = PNG.sync.read(cornerPng(2_000, 600, [0, 0, 0, 255]))
    const bomb = Buffer.from(PNG.sync.write(image))
    // The header says 40 × 40; the pixels are those of 2,000 × 2,000.
    bomb.writeUInt32BE(40, 16)
    bomb.writeUInt32BE(40, 20)
    bomb.writeUInt32BE(crc32(bomb.subarray(12, 29)), 29)
    const drawn = { ...signature, signature: { kind: 'drawn', png: bomb.toString('base64') } }
    expect((await step(ready, 'sign', drawn)).json().details).toMatchObject([{ field: 'signature.png' }])
  })

  const typed = (text: string) => ({ signature: { kind: 'typed', text, font: 'caveat' } })
  it.each([
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
    'given a %s of %s, when signing, then 400 names it and the document stays unsigned',
    async (field, _what, given) => {
      const ready = await seedReady()
      await step(ready, 'open')
      await consent(core, ready.client, ready.session)
      const answer = await step(ready, 'sign', { ...signature, ...given })
      expect([answer.statusCode, answer.json().details]).toMatchObject([400, [{ field }]])
      expect(await readForm(ready)).toMatchObject({ status: 'viewed', signed_at: null })
    },
  )

  it('given a drawn signature, when signing, then it is sealed', async () => {
    const ready = await seedReady()
    await step(ready, 'open')
    await consent(core, ready.client, ready.session)
    const drawn = { ...signature, signature: { kind: 'drawn', png: drawnSignature } }
    expect((await step(ready, 'sign', drawn)).json().status).toBe('signed')
    await sealed(ready)
  })

  it('given staff have marked the document as completed, when its client signs, then 409 and there is no signature', async () => {
    const ready = await seedReady()
    await step(ready, 'open')
    await consent(core, ready.client, ready.session)
    const url = `/sessionforms/${ready.form.id}`
    await core.ask(ready.admin, { method: 'PUT', url, payload: { status: 'completed' } })
    expect((await step(ready, 'sign', signature)).json().code).toBe('WRONG_STATE')
    expect(await readForm(ready)).toMatchObject({ status: 'completed', status_set_by: 'admin', signed_at: null })
  })

  it('given a client that declines, when it signs after that, then 409, and the session shows it', async () => {
    const ready = await seedReady()
    await step(ready, 'open')
    await consent(core, ready.client, ready.session)
    expect((await step(ready, 'decline', { reason: 'Not mine' })).json().status).toBe('declined')
    expect((await step(ready, 'sign', signature)).json().code).toBe('WRONG_STATE')
    const dump = JSON.stringify(await core.app.db.selectFrom('audit_events').selectAll().execute())
    expect(dump).not.toContain('Not mine')
  })

  it('given a signed document, when staff remove it, then 409 and it stays', async () => {
    const ready = await seedReady()
    await step(ready, 'open')
    const removal = await core.ask(ready.admin, { method: 'DELETE', url: `/sessionforms/${ready.form.id}` })
    expect(removal.json().code).toBe('WRONG_STATE')
    expect(await readForm(ready)).toMatchObject({ id: ready.form.id })
  })

  it('given another session, when its client takes any step with the document, then 404 and it is unchanged', async () => {
    const ready = await seedReady()
    const outsider = await openAsClient(core, (await seedSession(core)).session)
    for (const name of ['open', 'acknowledge']) {
      expect((await step({ ...ready, client: outsider }, name)).statusCode).toBe(404)
    }
    expect((await step({ ...ready, client: outsider }, 'sign', signature)).statusCode).toBe(404)
    expect((await step({ ...ready, client: outsider }, 'decline', { reason: 'x' })).statusCode).toBe(404)
    const file = await core.ask(outsider, { method: 'GET', url: `/sessionforms/${ready.form.id}/file` })
    expect(file.statusCode).toBe(404)
    expect(await readForm(ready)).toMatchObject({ status: 'pending', read_at: null })
  })

  it('given staff, when they take a step that is the client’s, then 403', async () => {
    const ready = await seedReady()
    expect((await step({ ...ready, client: ready.admin }, 'open')).statusCode).toBe(403)
  })
})
