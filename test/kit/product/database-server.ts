import { testServer } from '../../../scripts/postgres-server.ts'

/**
 * Makes sure that the test run has a PostgreSQL server, and names it in `TEST_DATABASE_URL` for all workers.
 * @returns the function that removes the server, if it was started here
 */
export async function ensureDatabaseServer(): Promise<() => void> {
  const server = await testServer()
  process.env.TEST_DATABASE_URL = server.url
  return () => server.remove()
}
