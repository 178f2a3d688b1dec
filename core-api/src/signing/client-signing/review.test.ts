import { createHash } from 'node:crypto'
import type { FormField } from '@agency/contract/form-fields'
import { pixelsOf } from '@agency/pdf-signing/test/page-pixels'
import { pdfsig, pdfText } from '@agency/pdf-signing/test/pdf-tools'
import { drawnSignature } from '@agency/pdf-signing/test/signature-png'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Core, readPdf, startCore } from '../../../test/core.ts'
import { field, review, seedFilling, sign } from '../../../test/form-field-fixtures.ts'
import {
  copiesOf,
  envelopeOf,
  expectOutdated,
  fileOf,
  reviewHash,
  sealedFile,
  signReviewed,
} from '../../../test/reviewed-signing.ts'
import { openAsClient, seedForm, seedSession } from '../../../test/session-fixtures.ts'
import { step } from '../../../test/signing-steps.ts'

let core: Core
beforeAll(async () => {
  core = await startCore()
})
afterAll(() => core.close())

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
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
  it('given fields of every kind on rotated pages and a client who prefers Spanish, when reviewed and signed, then those pages are sealed, each field with the same pixels [PH-04]', async () => {
    const fields = everyKind()
    const filling = await seedFilling(
      core,
      fields,
      { ...values, pref_lang: 'Spanish' },
      readPdf('distiller-rotated.pdf'),
    )
    const original = await fileOf(core, filling)
    const entered = { values: tick(fields), signature: { kind: 'drawn', png: drawnSignature }, language: 'pt' }
    const answer = await review(core, filling, entered)
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf'])
    const pages = answer.rawPayload
    expect(reviewHash(answer)).toBe(hashOf(pages))
    const { id } = await envelopeOf(core, filling)
    for (const written of ['Feb 3, 1951', `Envelope ${id}`]) expect(pdfText(pages, 1, 1)).toContain(written)
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
    const events = core.app.db.selectFrom('audit_events').select(['action', 'detail']).orderBy('position')
    const actions = ['reviewed', 'signed', 'sealed']
    const recorded = events.where('subject_id', '=', filling.form.id).where('action', 'in', actions)
    expect(await recorded.execute()).toMatchObject([
      { action: 'reviewed', detail: `SHA-256 ${hashOf(pages)}` },
      { action: 'signed', detail: `reviewed SHA-256 ${hashOf(pages)}` },
      { action: 'sealed' },
    ])
  })

  it('given the same body again, when reviewed four times at once and once more, then there is one copy @full', async () => {
    const filling = await seedFilling(core, everyKind(), values)
    const answers = await Promise.all(Array.from({ length: 4 }, () => review(core, filling)))
    const again = await review(core, filling)
    expect(new Set([...answers, again].map(reviewHash)).size).toBe(1)
    expect(again.rawPayload.equals(answers[0]?.rawPayload ?? Buffer.alloc(0))).toBe(true)
    expect(await copiesOf(core, filling)).toHaveLength(1)
  })

  it('given three reviews with different values, when the second is signed, then with its values alone, and it is the one that is sealed @full', async () => {
    const own = field({ binding: 'occupation' })
    const filling = await seedFilling(core, [own], values)
    const body = { values: { [own.id]: 'Cook' } }
    await review(core, filling, { values: { [own.id]: 'Painter' } })
    const second = await review(core, filling, body)
    await review(core, filling, { values: { [own.id]: 'Writer' } })
    expectOutdated(await signReviewed(core, filling, second, { values: { [own.id]: 'Baker' } }))
    expect((await signReviewed(core, filling, second, body)).statusCode).toBe(200)
    const pages = second.rawPayload
    expect((await sealedFile(core, filling)).subarray(0, pages.length).equals(pages)).toBe(true)
    expect((await copiesOf(core, filling)).map(({ is_signed }) => is_signed)).toEqual([false, true, false])
  })

  it('given a document without fields, when reviewed, and signed without naming the review, then its pages are marked, and the certificate does not say reviewed @full', async () => {
    const filling = await seedFilling(core, [])
    const mark = `Envelope ${(await envelopeOf(core, filling)).id}`
    expect(pdfText((await review(core, filling)).rawPayload, 1, 1)).toContain(mark)
    expect((await sign(core, filling)).json().status).toBe('signed')
    const sealed = await sealedFile(core, filling)
    expect(pdfText(sealed, 1, 1)).toContain(mark)
    expect(pdfText(sealed, 1, 9)).not.toContain('revisadas')
    expect((await copiesOf(core, filling)).map(({ is_signed }) => is_signed)).toEqual([false])
  })
})

describe('what may be reviewed', () => {
  it('given a document that is not opened, or no consent, when reviewed, then 409', async () => {
    const journey = await seedSession(core)
    const form = await seedForm(core, journey)
    const client = await openAsClient(core, journey.session)
    expect((await review(core, { client, form })).json().code).toBe('WRONG_STATE')
    await step(core, client, form.id, 'open')
    expect((await review(core, { client, form })).json().code).toBe('CONSENT_REQUIRED')
  })

  it('given what signing refuses, when reviewed, then 400 names the same fields @full', async () => {
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

  it('given a session that reviews ever new values, when it has made many copies, then 429 says how long to wait @full', async () => {
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
