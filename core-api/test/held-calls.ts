import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { vi } from 'vitest'
import type { Core } from './core.ts'

/** A body that arrives when it is released. `reached` resolves once the service waits for it. */
export function heldBody(body: string | Buffer) {
  const reached = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const payload = new Readable({
    read() {
      reached.resolve()
      void released.promise.then(() => {
        this.push(body)
        this.push(null)
      })
    },
  })
  return { payload, reached: reached.promise, release: released.resolve }
}

/** Resolves once so many transactions wait for locks of others. It needs a database with several connections. */
function whenBlocked({ app }: Core, count: number): Promise<void> {
  const expectBlocked = async () => {
    const { rows } = await sql`SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(app.db)
    if (rows.length !== count) throw new Error(`${rows.length} transactions wait, not ${count}`)
  }
  return vi.waitFor(expectBlocked, { timeout: 20_000, interval: 20 })
}

/**
 * Sends two calls that overlap: both wait for the audit trail, which all changes write to last, or the second waits for
 * the first. Both are in a transaction then.
 * @returns their answers
 */
export async function sendOverlapping<Answer>(
  core: Core,
  first: () => Promise<Answer>,
  second: () => Promise<Answer>,
): Promise<[Answer, Answer]> {
  const sent = await core.app.db.transaction().execute(async (trx) => {
    await sql`LOCK TABLE audit_events IN SHARE MODE`.execute(trx)
    const one = first()
    await whenBlocked(core, 1)
    const other = second()
    await whenBlocked(core, 2)
    // The calls go on once this transaction ends, so they are not awaited here.
    return { one, other }
  })
  return [await sent.one, await sent.other]
}
