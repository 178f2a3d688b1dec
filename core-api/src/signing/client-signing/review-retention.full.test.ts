import { createHash } from 'node:crypto'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Core, startCore } from '../../../test/core.ts'
import { type Filling, field, review, seedFilling } from '../../../test/form-field-fixtures.ts'
import {
  copiesOf,
  envelopeOf,
  expectOutdated,
  fileOf,
  sealedFile,
  signReviewed,
} from '../../../test/reviewed-signing.ts'
import { whenSealed } from '../../../test/signing-steps.ts'
import { deleteOldReviews } from './review-retention.ts'

let core: Core
beforeAll(async () => {
  core = await startCore()
})
afterAll(() => core.close())

describe('keeping review copies', () => {
  const age = async (filling: Filling) => {
    const made_at = new Date(Date.now() - 25 * 3_600_000).toISOString()
    const { id } = await envelopeOf(core, filling)
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
    const copies = await copiesOf(core, filling)
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
    expectOutdated(await signReviewed(core, filling, first, bodies[0]))
    expect((await signReviewed(core, filling, last, bodies.at(-1))).json().status).toBe('signed')
    expect((await sealedFile(core, filling)).subarray(0, last.rawPayload.length).equals(last.rawPayload)).toBe(true)
  })

  it('given copies of a day ago, when old ones are deleted, then those of unsigned and of sealed documents are gone', async () => {
    const [unsigned, sealed, fresh] = [
      await seedFilling(core, []),
      await seedFilling(core, []),
      await seedFilling(core, []),
    ]
    await review(core, unsigned)
    await signReviewed(core, sealed, await review(core, sealed))
    const whole = await sealedFile(core, sealed)
    const kept = await review(core, fresh)
    for (const old of [unsigned, sealed]) await age(old)
    const files = (await Promise.all([unsigned, sealed, fresh].map((filling) => copiesOf(core, filling))))
      .flat()
      .map(({ file_id }) => file_id)
    expect(await deleteOldReviews(core.app)).toBe(2)
    expect(await Promise.all(files.map(isStored))).toEqual([false, false, true])
    expect((await fileOf(core, sealed)).equals(whole)).toBe(true)
    expect((await signReviewed(core, fresh, kept)).json().status).toBe('signed')
    const again = await review(core, unsigned)
    expect((await signReviewed(core, unsigned, again)).json().status).toBe('signed')
  })

  it('given a signed document that waits for its seal, when old copies are deleted, then its copy stays', async () => {
    const filling = await seedFilling(core, [])
    const reviewed = await review(core, filling)
    await signReviewed(core, filling, reviewed)
    const { id } = await envelopeOf(core, filling)
    await whenSealed(core, filling, filling.form.id)
    await core.app.db.updateTable('envelopes').set({ status: 'signed' }).where('id', '=', id).execute()
    await age(filling)
    expect(await deleteOldReviews(core.app)).toBe(0)
    expect(await copiesOf(core, filling)).toHaveLength(1)
  })
})
