import type { AdminHoldings } from '@agency/contract/admins'
import type { Management } from '@agency/contract/permissions'
import { recordEvent } from '../../platform/audit-trail/audit-service.ts'
import { counted } from '../../platform/counted.ts'
import type { Database } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { InvalidInput } from '../../platform/errors.ts'
import type { AdminPrincipal } from '../../platform/http/principals.ts'
import { getAdmin, removeAdmin } from '../../staff/admins/admin-service.ts'
import type { LoginWays } from '../../staff/admins/last-power-admin.ts'
import { countSharedViews, handOverViews } from '../list/shared-views.ts'
import { requireOwner } from '../record/client-keepers.ts'
import { countKeptClients, handOverOnDeletion } from './hand-over-service.ts'

/** @throws NotFound */
export async function getHoldings(db: Database, id: string): Promise<AdminHoldings> {
  await getAdmin(db, id)
  return { clients: await countKeptClients(db, { owner_id: id }), shared_views: await countSharedViews(db, id) }
}

interface DeletionContext {
  db: Database
  cipher: FieldCipher
  principal: AdminPrincipal
  management: Management
  ways: LoginWays
}

/**
 * Deletes an account; without a successor, its clients have no owner and its views go.
 * @throws as `removeAdmin`; InvalidInput
 */
export async function deleteAdmin(
  { db, cipher, principal, management, ways }: DeletionContext,
  id: string,
  successor: string | undefined,
): Promise<void> {
  await removeAdmin({ db, principal, management, ways }, id, async (trx) => {
    const name = successor === undefined ? 'nobody' : await requireSuccessor(trx, id, successor)
    const clients = await handOverOnDeletion(
      { db: trx, cipher, principal },
      { owner_id: id },
      { owner_id: successor ?? null },
    )
    const views = successor === undefined ? 0 : await handOverViews(trx, id, successor)
    if (clients + views === 0) return
    const detail = `${counted(clients, 'client')} and ${counted(views, 'saved view')} to ${name}`
    await recordEvent(trx, principal, { action: 'admin.handed-over', subjectId: id, detail })
  })
}

async function requireSuccessor(db: Database, id: string, successor: string): Promise<string> {
  if (successor !== id) return requireOwner(db, successor, 'successor')
  throw new InvalidInput([{ field: 'successor', message: 'must be the id of another admin' }])
}
