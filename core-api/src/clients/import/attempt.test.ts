import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { startCoreForTest } from '../../../test/core.ts'
import { WrongState } from '../../platform/errors.ts'
import { inOneOrEach } from './attempt.ts'

it('[BK-04] given an item among others that is refused, when all are done at once, then the others are done once, and it is told why @full', async () => {
  const { app } = await startCoreForTest()
  const names = await app.db.transaction().execute(async (db) => {
    const add = async (items: readonly string[]) => {
      for (const name of items) {
        await sql`INSERT INTO tags (id, name) VALUES (gen_random_uuid(), ${name})`.execute(db)
        if (name === 'bad') throw new WrongState('It is bad.')
      }
    }
    expect(await inOneOrEach(db, ['one', 'bad', 'two'], add)).toEqual([{ item: 'bad', message: 'It is bad.' }])
    const fails = inOneOrEach(db, ['three'], () => Promise.reject(new Error('The database is gone')))
    await expect(fails).rejects.toThrow('The database is gone')
    return (await sql<{ name: string }>`SELECT name FROM tags ORDER BY name`.execute(db)).rows
  })
  expect(names).toEqual([{ name: 'one' }, { name: 'two' }])
})
