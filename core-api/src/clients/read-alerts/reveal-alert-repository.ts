import type { RevealAlert } from '@agency/contract/reveal-alerts'
import { sql } from 'kysely'
import { adminName } from '../../platform/database/admin-name.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import type { RevealRate } from './reveal-rate-repository.ts'

/** Opens an alert, or raises the count of the open one. @returns whether this call has opened it */
export async function openAlert(
  db: Database,
  { id, raised_at, ...rate }: RevealRate & { id: string; raised_at: string },
): Promise<boolean> {
  const stored = await db
    .insertInto('reveal_alerts')
    .values({ id, raised_at, ...rate })
    .onConflict((conflict) =>
      conflict
        .column('admin_id')
        .where('acknowledged_at', 'is', null)
        .doUpdateSet({ clients: (eb) => eb.ref('excluded.clients') })
        .where(sql<boolean>`reveal_alerts.clients < excluded.clients`),
    )
    .returning('id')
    .executeTakeFirst()
  return stored?.id === id
}

export function lockAlert(db: Transaction, id: string) {
  return db
    .selectFrom('reveal_alerts')
    .select(['admin_id', 'acknowledged_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function closeAlert(db: Database, id: string, acknowledged: { at: string; by: string }): Promise<void> {
  await db
    .updateTable('reveal_alerts')
    .set({ acknowledged_at: acknowledged.at, acknowledged_by: acknowledged.by })
    .where('id', '=', id)
    .execute()
}

export function listAlertsSince(db: Database, since: string): Promise<RevealAlert[]> {
  return db
    .selectFrom('reveal_alerts as a')
    .leftJoin('admins', 'admins.id', 'a.admin_id')
    .leftJoin('admins as by', 'by.id', 'a.acknowledged_by')
    .select(['a.id', 'a.raised_at', 'a.admin_id', 'a.clients', 'a.usual_clients', 'a.acknowledged_at'])
    .select(adminName().as('admin_name'))
    .select(adminName('by').as('acknowledged_by_name'))
    .where((where) => where.or([where('a.acknowledged_at', 'is', null), where('a.raised_at', '>', since)]))
    .orderBy('a.raised_at', 'desc')
    .orderBy('a.id', 'desc')
    .limit(50)
    .execute()
}
