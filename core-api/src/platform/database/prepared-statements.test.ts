import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts'
import { type OpenDatabase, openDatabase } from './database.ts'
import { preparedStatement } from './prepared-statements.ts'

let made: TestDatabase
let opened: OpenDatabase
beforeAll(async () => {
  made = await createTestDatabase()
  opened = await openDatabase(made.target)
})
afterAll(async () => {
  await opened.close()
  await made.drop()
})

const add = preparedStatement<{ sum: number }>('SELECT $1::int + $2::int AS sum')

it('given a prepared statement, when it is asked again, then with the new values, and the server has it once', async () => {
  const { rows } = await opened.db.connection().execute(async (db) => {
    expect(await add(db, 1, 2)).toEqual([{ sum: 3 }])
    expect(await add(db, 3, 4)).toEqual([{ sum: 7 }])
    await sql`SELECT ${5}::int AS five`.execute(db)
    return sql<{ statement: string }>`SELECT statement FROM pg_prepared_statements`.execute(db)
  })
  expect(rows.filter(({ statement }) => statement.includes('AS sum'))).toHaveLength(1)
  expect(rows.filter(({ statement }) => statement.includes('AS five'))).toHaveLength(0)
})

it('given a connection that failed, when the statement is asked on a new one, then it is prepared anew', async () => {
  const broken = opened.db.connection().execute(async (db) => {
    await add(db, 1, 1)
    await sql`SELECT 1 / 0`.execute(db)
  })
  await expect(broken).rejects.toThrow('division by zero')
  expect(await add(opened.db, 2, 2)).toEqual([{ sum: 4 }])
})
