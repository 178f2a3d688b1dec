import pg from 'pg'
import { vi } from 'vitest'

/** A table that can be read, and not be written. */
export interface HeldTable {
  /** Resolves when another transaction waits to write to it. */
  hasWriter(): Promise<void>
  release(): Promise<void>
}

/** Keeps all others from writing to a table, so that their transactions stop there. */
export async function holdTable(connectionString: string, table: string): Promise<HeldTable> {
  const holder = new pg.Client({ connectionString })
  await holder.connect()
  await holder.query(`BEGIN; LOCK TABLE ${table} IN EXCLUSIVE MODE`)
  const waiting = 'SELECT FROM pg_locks WHERE NOT granted AND relation = $1::regclass'
  return {
    hasWriter: () =>
      vi.waitFor(
        async () => {
          if ((await holder.query(waiting, [table])).rowCount === 0) throw new Error(`Nobody writes to ${table}`)
        },
        { timeout: 60_000, interval: 20 },
      ),
    async release() {
      await holder.query('ROLLBACK')
      await holder.end()
    },
  }
}
