import { nameCases, phoneCases } from '@agency/contract/found-cases'
import { normalForm, spelledOut } from '@agency/contract/normal-form'
import { phoneDigits } from '@agency/contract/phone'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openMigratedDatabase } from '../../../test/migrated-database.ts'
import type { OpenDatabase } from '../../platform/database/database.ts'

let opened: OpenDatabase
beforeAll(async () => {
  opened = await openMigratedDatabase()
})
afterAll(() => opened.close())

/** The texts that SQL normalises in another way than TypeScript. */
async function findDifferences(texts: readonly string[], inSql: string, inTypeScript: (text: string) => string) {
  const { rows } = await opened.pool.query<{ typed: string; form: string }>(
    `SELECT typed, ${inSql}(typed) AS form FROM unnest($1::text[]) AS typed`,
    [texts],
  )
  return rows.filter(({ typed, form }) => form !== inTypeScript(typed))
}

describe('the normal form in SQL', () => {
  it('[FN-01] given each character of the scripts of names, when it is normalised, then SQL and TypeScript agree @full', async () => {
    const ranges = [
      [0x01, 0x1c7f],
      [0x1c90, 0x24ff],
      [0x2c60, 0x2c7f],
      [0x2e00, 0x33ff],
      [0xa720, 0xa7c0],
      [0xf900, 0xffdc],
    ] as const
    const characters = ranges.flatMap(([from, to]) =>
      Array.from({ length: to - from + 1 }, (_, n) => `Ab${String.fromCharCode(from + n)}C`),
    )
    expect(await findDifferences(characters, 'normal_form', normalForm)).toEqual([])
    expect(await findDifferences(characters, 'spelled_out', spelledOut)).toEqual([])
  })

  it('[FN-01] given names and what is typed for them, when they are normalised, then SQL and TypeScript agree', async () => {
    const texts = nameCases.flatMap(({ stored, typed }) => [...stored, ...typed])
    expect(await findDifferences(texts, 'normal_form', normalForm)).toEqual([])
    expect(await findDifferences(texts, 'spelled_out', spelledOut)).toEqual([])
  })

  it('[FN-02] given phone numbers, when their digits are read, then SQL and TypeScript agree', async () => {
    expect(
      await findDifferences(
        phoneCases.map(({ typed }) => typed),
        'phone_digits',
        phoneDigits,
      ),
    ).toEqual([])
  })
})
