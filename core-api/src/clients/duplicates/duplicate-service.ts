import { recordUnlessArchived } from '../../platform/access/record-unless-archived.ts'
import { requireInScope } from '../../platform/access/require-subject.ts'
import type { Database } from '../../platform/database/database.ts'
import { InvalidInput, NotFound } from '../../platform/errors.ts'
import type { AdminPrincipal } from '../../platform/http/principals.ts'
import { clientExists } from '../record/client-service.ts'
import { insertDistinct } from './pair-repository.ts'

/** Checks the second record; the route checked the first. @throws NotFound; InvalidInput for the same record twice */
export async function requireOther(db: Database, principal: AdminPrincipal, [id, otherId]: [string, string]) {
  if (id === otherId) throw new InvalidInput([{ field: 'other_id', message: 'must be another client' }])
  await requireInScope(db, principal, { kind: 'client', id: otherId })
  if (!(await clientExists(db, otherId))) throw new NotFound()
}

/** Says for ever that two records are of two persons. Idempotent. @throws as `requireOther`; WrongState for an archived one */
export function dismissPair(db: Database, principal: AdminPrincipal, ids: [string, string]): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await requireOther(trx, principal, ids)
    if (!(await insertDistinct(trx, ids, principal.adminId))) return
    for (const clientId of ids.toSorted()) {
      await recordUnlessArchived(trx, principal, { action: 'client.told-apart', clientId, subjectId: clientId })
    }
  })
}
