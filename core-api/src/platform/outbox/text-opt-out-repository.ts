import type { TextsStopped } from '@agency/contract/texts'
import { sql } from 'kysely'
import { staffName } from '../database/admin-name.ts'
import type { Database } from '../database/database.ts'

/** Who has stopped texts to numbers, and when; by number. */
export async function findOptOuts(db: Database, numbers: string[]): Promise<ReadonlyMap<string, TextsStopped>> {
  if (numbers.length === 0) return new Map()
  const rows = await db
    .selectFrom('text_opt_outs')
    .select(['number', 'source as by', 'opted_out_at as at'])
    .select(staffName('admin_id').as('admin_name'))
    .where('number', 'in', numbers)
    .execute()
  return new Map(rows.map(({ number, ...stopped }) => [number, stopped]))
}

export interface OptOut {
  number: string
  source: 'client' | 'staff' | 'gateway'
  adminId: string | null
}

/** The client's own word replaces that of staff, and stays. @returns false if nothing changed */
export async function insertOptOut(db: Database, { number, source, adminId }: OptOut): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('text_opt_outs')
    .values({ number, source, admin_id: adminId })
    .onConflict((conflict) =>
      conflict
        .column('number')
        .doUpdateSet({ source, admin_id: adminId, opted_out_at: sql<string>`now()` })
        .where('text_opt_outs.source', '=', 'staff')
        .where(sql<boolean>`excluded.source <> 'staff'`),
    )
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** @param source of the stops that it lifts @returns false if there was none */
export async function deleteOptOut(db: Database, number: string, source?: 'staff'): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('text_opt_outs')
    .where('number', '=', number)
    .$if(source !== undefined, (query) => query.where('source', '=', source ?? 'staff'))
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Makes texts that wait due now, of all numbers that are masked alike: each is judged when it is claimed. */
export async function makeTextsDue(db: Database, destination: string): Promise<void> {
  await db
    .updateTable('outbox_messages')
    .set({ next_attempt_at: sql<string>`now()` })
    .where('channel', '=', 'text')
    .where('destination', '=', destination)
    .where('state', 'in', ['queued', 'failed'])
    .execute()
}
