import { startPostgresServer } from '../../../scripts/postgres-server.ts'

/**
 * Makes sure that the test run has a PostgreSQL server, and names it in `TEST_DATABASE_URL` for all workers.
 * @returns the function that removes the server, if it was started here
 */
export async function ensureDatabaseServer(): Promise<() => void> {
  if (process.env.TEST_DATABASE_URL) return () => undefined
  // Test data need not survive a crash.
  const server = await startPostgresServer({
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '200',
  })
  process.env.TEST_DATABASE_URL = server.url
  return () => server.remove()
}
