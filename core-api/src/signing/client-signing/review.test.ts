import { createHash } from 'node:crypto'
import type { FormField } from '@agency/contract/form-fields'
import { pixelsOf } from '@agency/pdf-signing/test/page-pixels'
import { pdfsig, pdfText } from '@agency/pdf-signing/test/pdf-tools'
import { drawnSignature } from '@agency/pdf-signing/test/signature-png'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Core, readPdf, startCore } from '../../../test/core.ts'
import { field, review, seedFilling, sign } from '../../../test/form-field-fixtures.ts'
import { copiesOf, envelopeOf, fileOf, reviewHash, sealedFile, signReviewed } from '../../../test/reviewed-signing.ts'
import { openAsClient, seedForm, seedSession } from '../../../test/session-fixtures.ts'
import { step } from '../../../test/signing-steps.ts'

let core: Core
beforeAll(async () => {
  core = await startCore()
})
afterAll(() => core.close())

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const severalPages = readPdf('pdftex.pdf')
const values = { dob: '1951-02-03', occupation: 'Baker' }

const everyKind = () => [
  field({ binding: 'client_name', y: 60 }),
  field({ kind: 'date', binding: 'dob', y: 90 }),
  field({ kind: 'date', y: 120 }),
  field({ kind: 'checkbox', y: 150, width: 14, height: 14, binding: null }),
  field({ kind: 'radio', group: 'Smoker', y: 150, x: 110, width: 14, height: 14 }),
  field({ kind: 'initials', y: 180, width: 60 }),
  field({ kind: 'signature', y: 210, height: 30 }),
]
const tick = (fields: FormField[]) =>
  Object.fromEntries(fields.flatMap(({ id, kind }) => (kind === 'checkbox' || kind === 'radio' ? [[id, true]] : [])))

describe('reviewing before signing', () => {
  it.each([
    ['libreoffice.pdf', 'Spanish', '3 feb 1951'],
    ['distiller-rotated.pdf', 'Portuguese', '3 de fev. de 1951'],
    ['quartz.pdf', 'English', 'Feb 3, 1951'],
  ])(
    'given fields of every kind on %s and a client who prefers %s, when reviewed and signed, then those pages are sealed, each field with the same pixels [PH-04]',
    async (name, pref_lang, written) => {
      const fields = everyKind()
      const filling = await seedFilling(core, fields, { ...values, pref_lang }, readPdf(name))
      const original = await fileOf(core, filling)
      const entered = { values: tick(fields), signature: { kind: 'drawn', png: drawnSignature }, language: 'pt' }
      const answer = await review(core, filling, entered)
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf'])
      const pages = answer.rawPayload
      expect(reviewHash(answer)).toBe(hashOf(pages))
      expect(pdfText(pages, 1, 1)).toContain(written)
      expect(pdfsig(pages)).toContain('does not contain any signatures')

      expect((await signReviewed(core, filling, answer, entered)).json().status).toBe('signed')
      const sealed = await sealedFile(core, filling)
      expect(sealed.subarray(0, pages.length).equals(pages)).toBe(true)
      expect(pdfsig(sealed)).toContain('Signature is Valid.')
      const shown = await pixelsOf(pages, 0, fields)
      expect(await pixelsOf(sealed, 0, fields)).toEqual(shown)
      const before = await pixelsOf(original, 0, fields)
      expect(shown.map((pixels, at) => pixels.equals(before[at] ?? pixels))).toEqual(fields.map(() => false))
      const certificate = pdfText(sealed, 1, 99)
      for (const stated of [hashOf(original), hashOf(pages)]) expect(certificate).toContain(stated)
    },
  )

  it('given the same body again, when reviewed ten times at once and once more, then there is one copy', async () => {
    const filling = await seedFilling(core, everyKind(), values)
    const answers = await Promise.all(Array.from({ length: 10 }, () => review(core, filling)))
    const again = await review(core, filling)
    expect(new Set([...answers, again].map(reviewHash)).size).toBe(1)
    expect(again.rawPayload.equals(answers[0]?.rawPayload ?? Buffer.alloc(0))).toBe(true)
    expect(await copiesOf(core, filling)).toHaveLength(1)
  })

  it.each(['first', 'second'])(
    'given two reviews with different values, when the %s is signed, then it is the one that is sealed',
    async (which) => {
      const own = field({ binding: 'occupation' })
      const filling = await seedFilling(core, [own], values)
      const bodies = { first: { values: { [own.id]: 'Cook' } }, second: { values: { [own.id]: 'Painter' } } }
      const reviews = {
        first: await review(core, filling, bodies.first),
        second: await review(core, filling, bodies.second),
      }
      const chosen = which === 'first' ? 'first' : 'second'
      expect((await signReviewed(core, filling, reviews[chosen], bodies[chosen])).statusCode).toBe(200)
      const pages = reviews[chosen].rawPayload
      expect((await sealedFile(core, filling)).subarray(0, pages.length).equals(pages)).toBe(true)
      expect((await copiesOf(core, filling)).map(({ is_signed }) => is_signed)).toEqual([
        which === 'first',
        which === 'second',
      ])
    },
  )

  it('given a reviewed document, when signed by ten taps at once, then it is signed and sealed once', async () => {
    const filling = await seedFilling(core, everyKind(), values)
    const reviewed = await review(core, filling)
    const taps = await Promise.all(Array.from({ length: 10 }, () => signReviewed(core, filling, reviewed)))
    expect(taps.map(({ statusCode }) => statusCode)).toEqual(taps.map(() => 200))
    await sealedFile(core, filling)
    const events = await core.app.db
      .selectFrom('audit_events')
      .select(['action', 'detail'])
      .where('subject_id', '=', filling.form.id)
      .where('action', 'in', ['reviewed', 'signed', 'sealed'])
      .orderBy('position')
      .execute()
    const sha256 = reviewHash(reviewed)
    expect(events).toMatchObject([
      { action: 'reviewed', detail: `SHA-256 ${sha256}` },
      { action: 'signed', detail: `reviewed SHA-256 ${sha256}` },
      { action: 'sealed' },
    ])
  })

  it('given a document without fields, when reviewed and signed, then its marked pages are sealed', async () => {
    const filling = await seedFilling(core, [], {}, severalPages)
    const reviewed = await review(core, filling)
    const { id } = await envelopeOf(core, filling)
    expect(pdfText(reviewed.rawPayload, 1, 1)).toContain(`Envelope ${id}`)
    expect((await signReviewed(core, filling, reviewed)).statusCode).toBe(200)
    const sealed = await sealedFile(core, filling)
    expect(sealed.subarray(0, reviewed.rawPayload.length).equals(reviewed.rawPayload)).toBe(true)
  })

  it('given a reviewed document, when signed without naming the review, then it is signed as before, and the certificate does not say reviewed', async () => {
    const filling = await seedFilling(core, everyKind(), values)
    await review(core, filling)
    expect((await sign(core, filling)).json().status).toBe('signed')
    const sealed = await sealedFile(core, filling)
    expect(pdfText(sealed, 1, 9)).not.toContain('revisadas')
    expect((await copiesOf(core, filling)).map(({ is_signed }) => is_signed)).toEqual([false])
  })
})

describe('who may review', () => {
  it('given another session, staff or nobody consented, when reviewed, then 404, 403 and 409, and no copy is stored', async () => {
    const filling = await seedFilling(core, [])
    const outsider = await openAsClient(core, (await seedSession(core)).session)
    expect((await review(core, { ...filling, client: outsider })).statusCode).toBe(404)
    expect((await review(core, { ...filling, client: filling.admin })).statusCode).toBe(403)
    expect(await copiesOf(core, filling)).toEqual([])
    const journey = await seedSession(core)
    const form = await seedForm(core, journey)
    const client = await openAsClient(core, journey.session)
    expect((await review(core, { client, form })).json().code).toBe('WRONG_STATE')
    await step(core, client, form.id, 'open')
    expect((await review(core, { client, form })).json().code).toBe('CONSENT_REQUIRED')
  })

  it('given what signing refuses, when reviewed, then 400 names the same fields', async () => {
    const own = field({ required: true })
    const filling = await seedFilling(core, [own, field({ kind: 'date' })])
    for (const body of [{}, { name: '.' }, { values: { [own.id]: 'x' }, time_zone: 'Nowhere' }]) {
      const [reviewed, signed] = [await review(core, filling, body), await sign(core, filling, body)]
      expect([reviewed.statusCode, reviewed.json().details]).toEqual([400, signed.json().details])
    }
    expect(await copiesOf(core, filling)).toEqual([])
  })

  it('given a signed document, when reviewed, then 409', async () => {
    const filling = await seedFilling(core, [])
    await sign(core, filling)
    expect((await review(core, filling)).json().code).toBe('WRONG_STATE')
  })

  it('given a session that reviews ever new values, when it has made many copies, then 429 says how long to wait', async () => {
    const own = field()
    const filling = await seedFilling(core, [own])
    const bucket = core.app.cipher.digest(JSON.stringify(['review', filling.session.id]))
    await core.app.db
      .insertInto('rate_limits')
      .values({ bucket, count: 39, window_ends_at: new Date(Date.now() + 600_000).toISOString() })
      .execute()
    const last = { values: { [own.id]: 'last' } }
    expect((await review(core, filling, last)).statusCode).toBe(200)
    const refused = await review(core, filling, { values: { [own.id]: 'more' } })
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, expect.any(String)])
    // A repeat costs no PDF task.
    expect((await review(core, filling, last)).statusCode).toBe(200)
  })
})
