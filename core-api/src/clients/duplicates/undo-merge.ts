import { clientFields } from '@agency/contract/client-fields'
import { type ClientMerge, type Merged, undoMergeDays } from '@agency/contract/client-merges'
import type { ClientRecord } from '@agency/contract/clients'
import { v7 as uuid } from 'uuid'
import { requireInScope } from '../../platform/access/require-subject.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import { EditedSince, NotAllowed, NotFound, WrongState } from '../../platform/errors.ts'
import { type AdminPrincipal, mayDo } from '../../platform/http/principals.ts'
import { keepChangedValues } from '../record/changed-values.ts'
import { fieldsChangedSince, readRecords } from '../record/client-bulk.ts'
import { storeClientEdit } from '../record/client-concurrency.ts'
import type { ClientChanges } from '../record/client-input.ts'
import { updateApart } from '../record/client-repository.ts'
import { toRecord } from '../record/client-storage.ts'
import { recordContactChanges } from '../record/contact-changes.ts'
import { endMerge, findMerge, listMerges, lockSessionsOf, moveBack } from './merge-repository.ts'
import { formerContext, labelsOf, lockPair, type MergeContext, recordOnPair } from './merge-service.ts'

const day = 24 * 60 * 60 * 1000
const undoUntil = (mergedAt: string): Date => new Date(Date.parse(mergedAt) + undoMergeDays * day)

/** Whoever looks after the kept client, or may separate those of others. */
const mayUndo = (principal: AdminPrincipal, ownerId: string | null): boolean =>
  ownerId === principal.adminId || mayDo(principal, 'clients.separate-others')

export async function getMerges({ db, cipher, principal }: MergeContext, id: string): Promise<ClientMerge[]> {
  const client = (await readRecords({ db, cipher }, [id])).get(id)
  if (!client) throw new NotFound()
  const merges = await listMerges(db, id)
  return merges.map((merge) => {
    const until = undoUntil(merge.merged_at)
    const may_undo = until.getTime() > Date.now() && client.archived_at === null && mayUndo(principal, client.owner_id)
    return { ...merge, undo_until: until.toISOString(), may_undo }
  })
}

/** What was added since stays. @throws NotFound; NotAllowed; EditedSince naming fields; WrongState after 30 days */
export function undoMerge(context: MergeContext, keptId: string, id: string): Promise<Merged> {
  return context.db.transaction().execute(async (db) => {
    const within = { ...context, db }
    const named = await findMerge(db, keptId, id)
    if (!named) throw new NotFound()
    await lockSessionsOf(db, keptId)
    const rows = await lockPair(db, keptId, named.merged_id)
    // Only now is it certain that nobody else has taken it apart.
    const merge = (await findMerge(db, keptId, id)) ?? named
    const { principal, cipher } = context
    await requireInScope(db, principal, { kind: 'client', id: merge.merged_id })
    if (!mayUndo(principal, rows.kept.owner_id)) {
      throw new NotAllowed('Only the owner of this client or a power admin can take a merge apart.')
    }
    const answer = { id, client_id: merge.merged_id }
    if (merge.undone_at !== null) return answer
    if (undoUntil(merge.merged_at).getTime() <= Date.now()) {
      throw new WrongState(`Merges can be taken apart for ${undoMergeDays} days. This one is older.`)
    }
    const kept = toRecord(rows.kept, cipher)
    await refuseEdited(db, kept, merge.kept_version)
    const changes: ClientChanges = JSON.parse(cipher.decrypt(merge.encrypted_former, formerContext(id)))
    await restoreKept(within, kept, changes, merge.merged_id)
    await moveBack(db, merge.moved, keptId, merge.merged_id)
    await updateApart(db, merge.merged_id, { archived_at: null, merged_into: null })
    await endMerge(db, id)
    return answer
  })
}

async function refuseEdited(db: Database, kept: ClientRecord, version: number): Promise<void> {
  const since = (await fieldsChangedSince(db, [{ id: kept.id, version }])).get(kept.id) ?? []
  const edited = clientFields.flatMap(({ name }) => (since.includes(name) && name !== 'cvc' ? [name] : []))
  if (edited.length === 0) return
  const message = `The record was changed since the merge: ${labelsOf(edited)}. So the two can no longer be taken apart.`
  throw new EditedSince(message, edited)
}

async function restoreKept(
  { db, cipher, principal }: MergeContext & { db: Transaction },
  kept: ClientRecord,
  changes: ClientChanges,
  mergedId: string,
): Promise<void> {
  const fields = clientFields.flatMap(({ name }) =>
    changes[name] !== undefined && changes[name] !== kept[name] ? [name] : [],
  )
  const event = { id: uuid(), action: 'client.merge-undone' as const, clientId: kept.id, subjectId: kept.id }
  await recordOnPair({ db, principal }, [
    { ...event, fields, detail: `gave back client ${mergedId}` },
    { ...event, id: uuid(), clientId: mergedId, subjectId: mergedId, detail: `from client ${kept.id}` },
  ])
  const updated = await storeClientEdit({ db, cipher, current: kept, changes }, fields)
  await keepChangedValues({ db, cipher }, event.id, { former: kept, present: updated, fields })
  await recordContactChanges({ db, cipher, principal }, kept, updated, { isRestored: true })
}
