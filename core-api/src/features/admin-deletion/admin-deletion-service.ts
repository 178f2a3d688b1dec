import type { AdminHoldings } from '@agency/contract/admins'
import { counted } from '../../platform/counted.ts'
import type { Database } from '../../platform/database/database.ts'
import { InvalidInput } from '../../platform/errors.ts'
import type { AdminPrincipal } from '../../platform/http/principals.ts'
import { getAdmin, nameOfAdmin, removeAdmin } from '../admins/admin-service.ts'
import { recordEvent } from '../audit/audit-service.ts'
import { countSharedViews, handOverViews } from '../client-list-views/shared-views.ts'
import { countOwnedClients, handOverClients } from '../clients/owned-clients.ts'

/** What somebody takes over when an admin is deleted. @throws NotFound */
export async function getHoldings(db: Database, id: string): Promise<AdminHoldings> {
  await getAdmin(db, id)
  return { clients: await countOwnedClients(db, id), shared_views: await countSharedViews(db, id) }
}

/**
 * Deletes a staff member and their logins. A successor takes over their clients and the saved views that they share;
 * without one the clients have no owner, and the views are deleted.
 * @throws as `removeAdmin`; InvalidInput for an unknown successor
 */
export async function deleteAdmin(
  { db, principal }: { db: Database; principal: AdminPrincipal },
  id: string,
  successor: string | undefined,
): Promise<void> {
  await removeAdmin({ db, principal }, id, async (trx) => {
    const name = successor === undefined ? 'nobody' : await requireSuccessor(trx, id, successor)
    const clients = await handOverClients(trx, id, successor ?? null)
    const views = successor === undefined ? 0 : await handOverViews(trx, id, successor)
    if (clients + views === 0) return
    const detail = `${counted(clients, 'client')} and ${counted(views, 'saved view')} to ${name}`
    await recordEvent(trx, principal, { action: 'admin.handed-over', subjectId: id, detail })
  })
}

async function requireSuccessor(db: Database, id: string, successor: string): Promise<string> {
  const name = successor === id ? undefined : await nameOfAdmin(db, successor)
  if (name === undefined) throw new InvalidInput([{ field: 'successor', message: 'must be the id of another admin' }])
  return name
}
