import type { ClientRecord } from '@agency/contract/clients'
import { recordEvent } from '../../platform/audit-trail/audit-service.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { MergedAway, NotFound } from '../../platform/errors.ts'
import type { Feature } from '../../platform/feature.ts'
import type { Principal } from '../../platform/http/principals.ts'
import { lockClient, updateApart } from '../record/client-repository.ts'
import type { ClientContext } from '../record/client-service.ts'
import { toRecord } from '../record/client-storage.ts'
import { answerRecord } from '../record/reveal-audit.ts'

/** Archived, it is in no list, search or count; signed documents are still sealed. @throws NotFound; MergedAway */
export function setClientArchived(
  { db, cipher, principal, features }: ClientContext & { features: readonly Feature[] },
  id: string,
  archived: boolean,
): Promise<ClientRecord> {
  return db.transaction().execute(async (trx) => {
    const context = { db: trx, cipher, principal }
    return answerRecord(context, toRecord(await archiveWithin({ ...context, features }, id, archived), cipher))
  })
}

export async function archiveWithin(
  { db, principal, features }: { db: Transaction; principal: Principal; features: readonly Feature[] },
  id: string,
  archived: boolean,
) {
  const row = await lockClient(db, id)
  if (!row) throw new NotFound()
  if (row.merged_into !== null) throw new MergedAway()
  if ((row.archived_at !== null) === archived) return row
  const updated = await updateApart(db, id, { archived_at: archived ? new Date().toISOString() : null })
  if (archived) for (const { archives } of features) await archives?.(db, id)
  await recordEvent(db, principal, {
    ...{ action: archived ? 'client.archived' : 'client.restored', clientId: id, subjectId: id },
  })
  return updated
}
