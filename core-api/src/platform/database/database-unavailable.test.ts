import { describe, expect, it, onTestFinished } from 'vitest'
import { createTestDatabase } from '../../../test/test-database.ts'
import { openDatabase } from './database.ts'
import { isDatabaseUnavailable } from './database-unavailable.ts'

async function openTestDatabase() {
  const { target, drop } = await createTestDatabase()
  const opened = await openDatabase(target)
  onTestFinished(async () => {
    await opened.close()
    await drop()
  })
  return opened
}

/** What a promise is rejected with. */
const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => expect.fail('It succeeded'),
    (error: unknown) => error,
  )

describe('an unavailable database', () => {
  it('given no server, when a query is made, then the database is unavailable', async () => {
    const { pool, close } = await openDatabase({ url: 'postgres://nobody@127.0.0.1:1/none' })
    onTestFinished(close)
    expect(isDatabaseUnavailable(await failureOf(pool.query('SELECT 1')))).toBe(true)
  })

  it.skipIf(!process.env.TEST_DATABASE_URL)(
    'given a connection that the server ends, when a query runs on it, then the database is unavailable',
    async () => {
      const { pool } = await openTestDatabase()
      const failure = await failureOf(pool.query('SELECT pg_terminate_backend(pg_backend_pid())'))
      expect(isDatabaseUnavailable(failure)).toBe(true)
    },
  )

  it('given a pool that is closed, when a query is made, then the database is unavailable', async () => {
    const { target, drop } = await createTestDatabase()
    const { pool, close } = await openDatabase(target)
    await close()
    onTestFinished(drop)
    expect(isDatabaseUnavailable(await failureOf(pool.query('SELECT 1')))).toBe(true)
  })

  it('given a statement that the database refuses, when it is made, then the database is available', async () => {
    const { pool } = await openTestDatabase()
    for (const statement of ['SELECT nonsense', 'SELECT 1 / 0']) {
      expect(isDatabaseUnavailable(await failureOf(pool.query(statement)))).toBe(false)
    }
  })

  it.each([
    ['53000', 'insufficient_resources', true],
    ['53200', 'out_of_memory', true],
    ['53300', 'too_many_connections', true],
    ['57P01', 'admin_shutdown', true],
    ['57P03', 'cannot_connect_now', true],
    ['08006', 'connection_failure', true],
    ['ECONNRESET', 'a connection that broke off', true],
    ['53100', 'disk_full, which has an answer of its own', false],
    ['57014', 'query_canceled', false],
    ['40001', 'serialization_failure', false],
    ['ENOENT', 'a missing file', false],
  ])('given the code %s, %s, when judged, then it is %j', (code, _name, unavailable) => {
    expect(isDatabaseUnavailable(Object.assign(new Error('failed'), { code }))).toBe(unavailable)
  })

  it('given an error of the embedded engine, or one of no kind, when judged, then only the first is unavailable', () => {
    expect(isDatabaseUnavailable(new Error('The embedded database stopped with code 1'))).toBe(true)
    expect(isDatabaseUnavailable(new Error('failed'))).toBe(false)
    expect(isDatabaseUnavailable('Connection terminated')).toBe(false)
  })
})
