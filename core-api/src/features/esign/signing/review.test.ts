import { createHash } from 'node:crypto'
import { reviewHashHeader } from '@agency/contract/esign'
import type { FormField } from '@agency/contract/form-fields'
import { pixelsOf } from '@agency/pdf-signing/test/page-pixels'
import { pdfsig, pdfText } from '@agency/pdf-signing/test/pdf-tools'
import { drawnSignature } from '@agency/pdf-signing/test/signature-png'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Core, readPdf, startCore } from '../../../../test/core.ts'
import { type Filling, field, keep, review, seedFilling, sign } from '../../../../test/form-field-fixtures.ts'
import { openAsClient, seedForm, seedSession } from '../../../../test/session-fixtures.ts'
import { step, whenSealed } from '../../../../test/signing-steps.ts'
import { deleteOldReviews } from './review-retention.ts'

let core: Core
beforeAll(async () => {
  core = await startCore()
})
afterAll(() => core.close())
afterEach(() => {
  vi.useRealTimers()
})

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const reviewHash = (answer: LightMyRequestResponse) => String(answer.headers[reviewHashHeader])
const signReviewed = (filling: Filling, reviewed: LightMyRequestResponse, changes: object = {}) =>
  sign(core, filling, { ...changes, review_sha256: reviewHash(reviewed) })
const fileOf = async ({ admin, form }: Filling) =>
  (await core.ask(admin, { method: 'GET', url: `/sessionforms/${form.id}/file` })).rawPayload
async function sealedFile(filling: Filling): Promise<Buffer> {
  await whenSealed(core, filling, filling.form.id)
  return fileOf(filling)
}
const envelopeOf = ({ form }: Filling) =>
  core.app.db.selectFrom('envelopes').selectAll().where('session_form_id', '=', form.id).executeTakeFirstOrThrow()
const copiesOf = async (filling: Filling) =>
  core.app.db
    .selectFrom('review_copies')
    .selectAll()
    .where('envelope_id', '=', (await envelopeOf(filling)).id)
    .orderBy('file_id')
    .execute()
const expectOutdated = (answer: LightMyRequestResponse) =>
  expect([answer.statusCode, answer.json().code]).toEqual([409, 'REVIEW_OUTDATED'])

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
      const original = await fileOf(filling)
      const entered = { values: tick(fields), signature: { kind: 'drawn', png: drawnSignature }, language: 'pt' }
      const answer = await review(core, filling, entered)
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf'])
      const pages = answer.rawPayload
      expect(reviewHash(answer)).toBe(hashOf(pages))
      expect(pdfText(pages, 1, 1)).toContain(written)
      expect(pdfsig(pages)).toContain('does not contain any signatures')

      expect((await signReviewed(filling, answer, entered)).json().status).toBe('signed')
      const sealed = await sealedFile(filling)
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
    expect(await copiesOf(filling)).toHaveLength(1)
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
      expect((await signReviewed(filling, reviews[chosen], bodies[chosen])).statusCode).toBe(200)
      const pages = reviews[chosen].rawPayload
      expect((await sealedFile(filling)).subarray(0, pages.length).equals(pages)).toBe(true)
      expect((await copiesOf(filling)).map(({ is_signed }) => is_signed)).toEqual([
        which === 'first',
        which === 'second',
      ])
    },
  )

  it('given a reviewed document, when signed by ten taps at once, then it is signed and sealed once', async () => {
    const filling = await seedFilling(core, everyKind(), values)
    const reviewed = await review(core, filling)
    const taps = await Promise.all(Array.from({ length: 10 }, () => signReviewed(filling, reviewed)))
    expect(taps.map(({ statusCode }) => statusCode)).toEqual(taps.map(() => 200))
    await sealedFile(filling)
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
    const { id } = await envelopeOf(filling)
    expect(pdfText(reviewed.rawPayload, 1, 1)).toContain(`Envelope ${id}`)
    expect((await signReviewed(filling, reviewed)).statusCode).toBe(200)
    const sealed = await sealedFile(filling)
    expect(sealed.subarray(0, reviewed.rawPayload.length).equals(reviewed.rawPayload)).toBe(true)
  })

  it('given a reviewed document, when signed without naming the review, then it is signed as before, and the certificate does not say reviewed', async () => {
    const filling = await seedFilling(core, everyKind(), values)
    await review(core, filling)
    expect((await sign(core, filling)).json().status).toBe('signed')
    const sealed = await sealedFile(filling)
    expect(pdfText(sealed, 1, 9)).not.toContain('revisadas')
    expect((await copiesOf(filling)).map(({ is_signed }) => is_signed)).toEqual([false])
  })
})

describe('a review that is outdated', () => {
  const own = field({ binding: 'occupation' })
  const drawn = { signature: { kind: 'drawn', png: drawnSignature } }
  const changes: [what: string, body: object][] = [
    ['a value', { values: { [own.id]: 'Painter' } }],
    ['the signature', drawn],
    ['the name', { name: 'Inês Gonçalves' }],
    ['the initials', { initials: { kind: 'typed', text: 'IM', font: 'caveat' } }],
    ['the time zone', { time_zone: 'America/Chicago' }],
    ['the language', { language: 'en' }],
  ]
  it.each(changes)('given %s changed since, when signed, then 409, and the document waits on', async (_what, body) => {
    const filling = await seedFilling(core, [own], values)
    const reviewed = await review(core, filling)
    expectOutdated(await signReviewed(filling, reviewed, body))
    expect(await envelopeOf(filling)).toMatchObject({ status: 'viewed', encrypted_signing: null })
    expect((await copiesOf(filling)).map(({ is_signed }) => is_signed)).toEqual([false])
    const again = await review(core, filling, body)
    expect((await signReviewed(filling, again, body)).json().status).toBe('signed')
  })

  it('given a value saved in another tab since, when signed, then 409', async () => {
    const filling = await seedFilling(core, [own], values)
    const reviewed = await review(core, filling)
    expect((await keep(core, filling, { [own.id]: 'Painter' })).statusCode).toBe(200)
    expectOutdated(await signReviewed(filling, reviewed))
  })

  it('given the next day, when a document with the date of signing is signed, then 409; one without is signed', async () => {
    const dated = await seedFilling(core, [field({ kind: 'date' })])
    const undated = await seedFilling(core, [field()])
    // Yesterday, not tomorrow: UUIDs never go back, so those of later test files would be from tomorrow too.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 86_400_000 })
    const reviews = [await review(core, dated), await review(core, undated)] as const
    vi.useRealTimers()
    expectOutdated(await signReviewed(dated, reviews[0]))
    expect((await signReviewed(undated, reviews[1])).json().status).toBe('signed')
  })

  it('given staff who change the language of the record since, when signed, then 409: the pages would be in another one', async () => {
    const filling = await seedFilling(core, [field({ kind: 'date' })], { pref_lang: 'Spanish' })
    const reviewed = await review(core, filling)
    const url = `/clients/${filling.clientId}`
    const changed = await core.ask(filling.admin, { method: 'PUT', url, payload: { pref_lang: 'Portuguese' } })
    expect(changed.statusCode).toBe(200)
    expectOutdated(await signReviewed(filling, reviewed))
  })

  it('given a document declined, or a status that staff set, since, when reviewed or signed, then 409, and nothing is signed', async () => {
    for (const end of [
      (filling: Filling) => step(core, filling.client, filling.form.id, 'decline', { reason: 'Not mine' }),
      ({ admin, form }: Filling) =>
        core.ask(admin, { method: 'PUT', url: `/sessionforms/${form.id}`, payload: { status: 'completed' } }),
    ]) {
      const filling = await seedFilling(core, [])
      const reviewed = await review(core, filling)
      expect((await end(filling)).statusCode).toBe(200)
      const answers = [await review(core, filling), await signReviewed(filling, reviewed)]
      expect(answers.map((answer) => answer.json().code)).toEqual(['WRONG_STATE', 'WRONG_STATE'])
      expect(await envelopeOf(filling)).toMatchObject({ encrypted_signing: null, sealed_file_id: null })
    }
  })

  it('given a session that has ended since, when reviewed or signed, then nothing is signed', async () => {
    const filling = await seedFilling(core, [])
    const reviewed = await review(core, filling)
    const expires_at = new Date(Date.now() - 1_000).toISOString()
    await core.app.db.updateTable('portal_sessions').set({ expires_at }).execute()
    const answers = [await review(core, filling), await signReviewed(filling, reviewed)]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 401])
    expect(await envelopeOf(filling)).toMatchObject({ status: 'viewed', encrypted_signing: null })
  })

  it('given another file since, when signed, then 409', async () => {
    const filling = await seedFilling(core, [])
    const reviewed = await review(core, filling)
    const { db, files } = core.app
    const file_id = await files.save(db, readPdf('quartz.pdf'), { mimeType: 'application/pdf', pages: 1 })
    await db.updateTable('session_forms').set({ file_id }).where('id', '=', filling.form.id).execute()
    expectOutdated(await signReviewed(filling, reviewed))
  })

  it('given the pages of another document, or an unknown hash, when signed, then 409', async () => {
    const [filling, other] = [await seedFilling(core, []), await seedFilling(core, [], {}, severalPages)]
    expectOutdated(await signReviewed(filling, await review(core, other)))
    expectOutdated(await sign(core, filling, { review_sha256: 'a'.repeat(64) }))
    expect((await sign(core, filling, { review_sha256: 'A' })).statusCode).toBe(400)
  })

  it('given it was sent again after voiding, when the former review is signed, then 409', async () => {
    const filling = await seedFilling(core, [])
    const reviewed = await review(core, filling)
    await step(core, filling.admin, filling.form.id, 'void', { reason: 'Once more' })
    const url = `/sessionforms/${filling.form.id}`
    await core.ask(filling.admin, { method: 'PUT', url, payload: { status: 'pending' } })
    await step(core, filling.client, filling.form.id, 'open')
    expectOutdated(await signReviewed(filling, reviewed))
  })
})

describe('who may review', () => {
  it('given another session, staff or nobody consented, when reviewed, then 404, 403 and 409, and no copy is stored', async () => {
    const filling = await seedFilling(core, [])
    const outsider = await openAsClient(core, (await seedSession(core)).session)
    expect((await review(core, { ...filling, client: outsider })).statusCode).toBe(404)
    expect((await review(core, { ...filling, client: filling.admin })).statusCode).toBe(403)
    expect(await copiesOf(filling)).toEqual([])
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
    expect(await copiesOf(filling)).toEqual([])
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

describe('keeping review copies', () => {
  const age = async (filling: Filling) => {
    const made_at = new Date(Date.now() - 25 * 3_600_000).toISOString()
    const { id } = await envelopeOf(filling)
    await core.app.db.updateTable('review_copies').set({ made_at }).where('envelope_id', '=', id).execute()
  }
  const isStored = async (id: string) => {
    const row = await core.app.db.selectFrom('files').select('id').where('id', '=', id).executeTakeFirst()
    return row !== undefined
  }

  it('given ever new values, when each is reviewed, then the newest ten copies are kept, and the newest can be signed', async () => {
    const own = field()
    const filling = await seedFilling(core, [own])
    const bodies = Array.from({ length: 12 }, (_, at) => ({ values: { [own.id]: `Value ${at}` } }))
    const reviews: LightMyRequestResponse[] = []
    for (const body of bodies) reviews.push(await review(core, filling, body))
    const copies = await copiesOf(filling)
    expect(copies).toHaveLength(10)
    const { count } = await core.app.db
      .selectFrom('files')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where(
        'sha256',
        'in',
        reviews.map(({ rawPayload }) => createHash('sha256').update(rawPayload).digest()),
      )
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBe(10)
    const [first, last] = [reviews[0], reviews.at(-1)]
    if (!first || !last) throw new Error('nothing was reviewed')
    expectOutdated(await signReviewed(filling, first, bodies[0]))
    expect((await signReviewed(filling, last, bodies.at(-1))).json().status).toBe('signed')
    expect((await sealedFile(filling)).subarray(0, last.rawPayload.length).equals(last.rawPayload)).toBe(true)
  })

  it('given copies of a day ago, when old ones are deleted, then those of unsigned and of sealed documents are gone', async () => {
    const [unsigned, sealed, fresh] = [
      await seedFilling(core, []),
      await seedFilling(core, []),
      await seedFilling(core, []),
    ]
    await review(core, unsigned)
    await signReviewed(sealed, await review(core, sealed))
    const whole = await sealedFile(sealed)
    const kept = await review(core, fresh)
    for (const old of [unsigned, sealed]) await age(old)
    const files = (await Promise.all([unsigned, sealed, fresh].map(copiesOf))).flat().map(({ file_id }) => file_id)
    expect(await deleteOldReviews(core.app)).toBe(2)
    expect(await Promise.all(files.map(isStored))).toEqual([false, false, true])
    expect((await fileOf(sealed)).equals(whole)).toBe(true)
    expect((await signReviewed(fresh, kept)).json().status).toBe('signed')
    const again = await review(core, unsigned)
    expect((await signReviewed(unsigned, again)).json().status).toBe('signed')
  })

  it('given a signed document that waits for its seal, when old copies are deleted, then its copy stays', async () => {
    const filling = await seedFilling(core, [])
    const reviewed = await review(core, filling)
    await signReviewed(filling, reviewed)
    const { id } = await envelopeOf(filling)
    await whenSealed(core, filling, filling.form.id)
    await core.app.db.updateTable('envelopes').set({ status: 'signed' }).where('id', '=', id).execute()
    await age(filling)
    expect(await deleteOldReviews(core.app)).toBe(0)
    expect(await copiesOf(filling)).toHaveLength(1)
  })
})
