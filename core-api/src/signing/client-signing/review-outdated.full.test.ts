import { drawnSignature } from '@agency/pdf-signing/test/signature-png'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Core, readPdf, startCore } from '../../../test/core.ts'
import { type Filling, field, keep, review, seedFilling, sign } from '../../../test/form-field-fixtures.ts'
import { copiesOf, envelopeOf, expectOutdated, sealedFile, signReviewed } from '../../../test/reviewed-signing.ts'
import { step } from '../../../test/signing-steps.ts'

let core: Core
beforeAll(async () => {
  core = await startCore()
})
afterAll(() => core.close())
afterEach(() => {
  vi.useRealTimers()
})

const severalPages = readPdf('pdftex.pdf')
const values = { dob: '1951-02-03', occupation: 'Baker' }

describe('a review that is outdated', () => {
  const own = field({ binding: 'occupation' })
  const painter = { values: { [own.id]: 'Painter' } }
  const changes = [
    painter,
    { signature: { kind: 'drawn', png: drawnSignature } },
    { name: 'Inês Gonçalves' },
    { initials: { kind: 'typed', text: 'IM', font: 'caveat' } },
    { time_zone: 'America/Chicago' },
    { language: 'en' },
  ]
  it('given anything changed since, when signed, then 409, and the document waits on', async () => {
    const filling = await seedFilling(core, [own], values)
    const reviewed = await review(core, filling)
    for (const body of changes) expectOutdated(await signReviewed(core, filling, reviewed, body))
    expect(await envelopeOf(core, filling)).toMatchObject({ status: 'viewed', encrypted_signing: null })
    expect((await copiesOf(core, filling)).map(({ is_signed }) => is_signed)).toEqual([false])
    const again = await review(core, filling, painter)
    expect((await signReviewed(core, filling, again, painter)).json().status).toBe('signed')
  })

  it('given a value saved in another tab since, when signed, then 409', async () => {
    const filling = await seedFilling(core, [own], values)
    const reviewed = await review(core, filling)
    expect((await keep(core, filling, { [own.id]: 'Painter' })).statusCode).toBe(200)
    expectOutdated(await signReviewed(core, filling, reviewed))
  })

  it('given the next day, when a document with the date of signing is signed, then 409; one without is signed', async () => {
    const dated = await seedFilling(core, [field({ kind: 'date' })])
    const undated = await seedFilling(core, [field()])
    // Earlier, not later: UUIDs never go back, so those of later test files would be from a later day too. One day has 25
    // hours.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 25 * 3_600_000 })
    const reviews = [await review(core, dated), await review(core, undated)] as const
    vi.useRealTimers()
    expectOutdated(await signReviewed(core, dated, reviews[0]))
    expect((await signReviewed(core, undated, reviews[1])).json().status).toBe('signed')
  })

  it('given staff who change the language of the record since, when signed, then 409: the pages would be in another one', async () => {
    const filling = await seedFilling(core, [field({ kind: 'date' })], { pref_lang: 'Spanish' })
    const reviewed = await review(core, filling)
    const url = `/clients/${filling.clientId}`
    const changed = await core.ask(filling.admin, { method: 'PUT', url, payload: { pref_lang: 'Portuguese' } })
    expect(changed.statusCode).toBe(200)
    expectOutdated(await signReviewed(core, filling, reviewed))
  })

  it('given staff who change the title since, when signed, then 409: the certificate would state another one', async () => {
    const filling = await seedFilling(core, [])
    const reviewed = await review(core, filling)
    const url = `/sessionforms/${filling.form.id}`
    const changed = await core.ask(filling.admin, { method: 'PUT', url, payload: { title: 'Another title' } })
    expect(changed.statusCode).toBe(200)
    expectOutdated(await signReviewed(core, filling, reviewed))
    expect((await signReviewed(core, filling, await review(core, filling))).json().status).toBe('signed')
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
      const answers = [await review(core, filling), await signReviewed(core, filling, reviewed)]
      expect(answers.map((answer) => answer.json().code)).toEqual(['WRONG_STATE', 'WRONG_STATE'])
      expect(await envelopeOf(core, filling)).toMatchObject({ encrypted_signing: null, sealed_file_id: null })
    }
  })

  it('given a session that has ended since, when reviewed or signed, then nothing is signed', async () => {
    const filling = await seedFilling(core, [])
    const reviewed = await review(core, filling)
    const expires_at = new Date(Date.now() - 1_000).toISOString()
    await core.app.db.updateTable('portal_sessions').set({ expires_at }).execute()
    const answers = [await review(core, filling), await signReviewed(core, filling, reviewed)]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 401])
    expect(await envelopeOf(core, filling)).toMatchObject({ status: 'viewed', encrypted_signing: null })
  })

  it('given another file since, when signed, then 409', async () => {
    const filling = await seedFilling(core, [])
    const reviewed = await review(core, filling)
    const { db, files } = core.app
    const file_id = await files.save(db, readPdf('quartz.pdf'), { mimeType: 'application/pdf', pages: 1 })
    await db.updateTable('session_forms').set({ file_id }).where('id', '=', filling.form.id).execute()
    expectOutdated(await signReviewed(core, filling, reviewed))
  })

  it('given the pages of another document, or an unknown hash, when signed, then 409', async () => {
    const [filling, other] = [await seedFilling(core, []), await seedFilling(core, [], {}, severalPages)]
    expectOutdated(await signReviewed(core, filling, await review(core, other)))
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
    expectOutdated(await signReviewed(core, filling, reviewed))
  })

  it('given two tabs with different reviews, when both sign at once, then one is sealed as reviewed, and the other is told', async () => {
    const filling = await seedFilling(core, [own], values)
    const bodies = [{ values: { [own.id]: 'Cook' } }, { values: { [own.id]: 'Painter' } }]
    const tabs = await Promise.all(bodies.map(async (body) => ({ body, reviewed: await review(core, filling, body) })))
    const answers = await Promise.all(tabs.map(({ reviewed, body }) => signReviewed(core, filling, reviewed, body)))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    const signed = tabs[answers.findIndex(({ statusCode }) => statusCode === 200)]
    const other = tabs.find((tab) => tab !== signed)
    if (!signed || !other) throw new Error('Neither tab has signed')
    const pages = signed.reviewed.rawPayload
    expect((await sealedFile(core, filling)).subarray(0, pages.length).equals(pages)).toBe(true)
    expect((await signReviewed(core, filling, signed.reviewed, signed.body)).statusCode).toBe(200)
    const late = await signReviewed(core, filling, other.reviewed, other.body)
    expect([late.statusCode, late.json().code]).toEqual([409, 'WRONG_STATE'])
  })
})
