import type { ClientRecord } from '@agency/contract/clients'
import { recordEvent } from '../../platform/audit-trail/audit-service.ts'
import { MergedAway, NotFound } from '../../platform/errors.ts'
import type { Feature } from '../../platform/feature.ts'
import { lockClient, updateApart } from '../record/client-repository.ts'
import type { ClientContext } from '../record/client-service.ts'
import { toRecord } from '../record/client-storage.ts'
import { answerRecord } from '../record/reveal-audit.ts'

/**
 * Archives or restores a client. An archived one is in no list, search or count, and its sessions refuse it. The record
 * and its audit trail stay. Signed documents are still sealed. Idempotent.
 * @throws NotFound; MergedAway
 */
export function setClientArchived(
  { db, cipher, principal, features }: ClientContext & { features: readonly Feature[] },
  id: string,
  archived: boolean,
): Promise<ClientRecord> {
  return db.transaction().execute(async (trx) => {
    const row = await lockClient(trx, id)
    if (!row) throw new NotFound()
    if (row.merged_into !== null) throw new MergedAway()
    const context = { db: trx, cipher, principal }
    if ((row.archived_at !== null) === archived) return answerRecord(context, toRecord(row, cipher))
    const archived_at = archived ? new Date().toISOString() : null
    const updated = await updateApart(trx, id, { archived_at })
    if (archived) for (const { archives } of features) await archives?.(trx, id)
    const action = archived ? 'client.archived' : 'client.restored'
    await recordEvent(trx, principal, { action, clientId: id, subjectId: id })
    return answerRecord(context, toRecord(updated, cipher))
  })
}
