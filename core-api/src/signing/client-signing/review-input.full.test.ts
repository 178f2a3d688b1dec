import { reviewHashHeader } from '@agency/contract/esign'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Core, startCore } from '../../../test/core.ts'
import { field, review, seedFilling, sign } from '../../../test/form-field-fixtures.ts'
import { whenSealed } from '../../../test/signing-steps.ts'

let core: Core
beforeAll(async () => {
  core = await startCore()
})
afterAll(() => core.close())

const typed = (text: string) => ({ kind: 'typed', text, font: 'caveat' })

describe('awkward texts', () => {
  it.each([
    ['NUL', 'Ana\u0000 Lima'],
    ['half of a character', 'Ana \ud83d Lima'],
    ['an emoji', 'Ana Lima 🍞'],
    ['Chinese', '安娜 利马'],
    ['Hebrew', 'אנה לימה'],
    ['combining marks', `A\u0301na ${'e\u0323\u0302'.repeat(30)}`],
    ['marks that reorder text', 'Ana \u202eamiL'],
    ['120 characters', 'Wim '.repeat(30)],
  ])(
    'given %s in name, signature, initials and a field, when reviewed and signed, then both refuse it alike, or the reviewed pages are sealed',
    async (_what, text) => {
      const own = field({ height: 200, width: 400 })
      const filling = await seedFilling(core, [
        own,
        field({ kind: 'initials', y: 400 }),
        field({ kind: 'signature', y: 450 }),
      ])
      for (const body of [
        { name: text },
        { signature: typed(text) },
        { initials: typed(text) },
        { values: { [own.id]: text } },
      ]) {
        const reviewed = await review(core, filling, body)
        expect([200, 400]).toContain(reviewed.statusCode)
        if (reviewed.statusCode === 400) {
          const signed = await sign(core, filling, body)
          expect([signed.statusCode, signed.json().details]).toEqual([400, reviewed.json().details])
        }
      }
      const all = { name: text, signature: typed(text), initials: typed(text), values: { [own.id]: text } }
      const reviewed = await review(core, filling, all)
      if (reviewed.statusCode !== 200) return
      expect(
        (await sign(core, filling, { ...all, review_sha256: reviewed.headers[reviewHashHeader] })).statusCode,
      ).toBe(200)
      await whenSealed(core, filling, filling.form.id)
    },
  )
})
