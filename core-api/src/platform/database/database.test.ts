import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '../../../test/test-database.ts'
import { databaseTarget, openDatabase } from './database.ts'

async function openWith(connections?: number) {
  const { target, drop } = await createTestDatabase()
  if (!('url' in target)) return undefined
  const settings = connections === undefined ? {} : { DATABASE_CONNECTIONS: connections }
  const opened = await openDatabase(databaseTarget({ DATABASE_URL: target.url, ...settings, dataDirectory: '' }))
  onTestFinished(async () => {
    await opened.close()
    await drop()
  })
  return opened
}

/** How many connections are open after so many queries at once. */
async function connectionsAfter(queries: number, pool: { query(text: string): Promise<unknown>; totalCount: number }) {
  await Promise.all(Array.from({ length: queries }, () => pool.query('SELECT pg_sleep(0.01)')))
  return pool.totalCount
}

test.skipIf(!process.env.TEST_DATABASE_URL)(
  'given a number of connections, when more queries are made at once, then they share these connections',
  async () => {
    const two = await openWith(2)
    expect(two && (await connectionsAfter(8, two.pool))).toBe(2)
    const byDefault = await openWith()
    const most = byDefault && (await connectionsAfter(20, byDefault.pool))
    expect(most).toBeGreaterThanOrEqual(6)
    expect(most).toBeLessThanOrEqual(16)
  },
)
