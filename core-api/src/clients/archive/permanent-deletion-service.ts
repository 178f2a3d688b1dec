import { clientDeletionWords, confirmsDeletion } from '@agency/contract/permanent-deletion'
import { recordActs, recordEvent } from '../../platform/audit-trail/audit-service.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import { InvalidInput, MergedAway, WrongState } from '../../platform/errors.ts'
import type { FileService } from '../../platform/files/file-service.ts'
import type { AdminPrincipal, Principal } from '../../platform/http/principals.ts'
import { fieldsChangedSince } from '../record/client-bulk.ts'
import { findMergedInto } from '../record/client-repository.ts'
import { getClientNames } from '../record/client-service.ts'
import {
  deleteClients,
  deleteScope,
  findObstacles,
  lockScope,
  lockWork,
  type Scope,
} from './permanent-deletion-repository.ts'

export interface DeletionContext {
  db: Database
  files: FileService
  principal: AdminPrincipal
}

/** @param confirmation the typed name @throws NotFound; InvalidInput; MergedAway; WrongState if signed or out */
export function deleteClientForGood(context: DeletionContext, id: string, confirmation: string): Promise<void> {
  const event = { action: 'client.deleted' as const, clientId: id, subjectId: id }
  return deleteForGood(context, { kind: 'client', id }, confirmation, async (trx) => {
    if (await findMergedInto(trx, id)) throw new MergedAway()
    return { event, words: clientDeletionWords(await getClientNames(trx, id)) }
  })
}

const mismatch = {
  client: 'must be the name of the client, or “delete” for a client without a name',
  session: 'must be the code of the session',
}

/** @returns the event of a deletion, and the words that confirm it; called when the record is locked */
type Describe = (trx: Transaction) => Promise<{ event: Parameters<typeof recordEvent>[2]; words: string }>

/** @throws as `deleteClientForGood`, and what `describe` throws */
export async function deleteForGood(
  { db, files, principal }: DeletionContext,
  scope: Scope,
  confirmation: string,
  describe: Describe,
): Promise<void> {
  const unused = await db.transaction().execute(async (trx) => {
    await lockScope(trx, scope)
    const { event, words } = await describe(trx)
    const { signed, out } = await findObstacles(trx, scope)
    if (signed) throw new WrongState(`This ${scope.kind} has signed documents. Archive it instead.`)
    if (out) throw new WrongState(`A document of this ${scope.kind} is out for signature. Void it first.`)
    if (!confirmsDeletion(confirmation, words)) {
      throw new InvalidInput([{ field: 'confirmation', message: mismatch[scope.kind] }])
    }
    const named = await deleteScope(trx, scope)
    await recordEvent(trx, principal, event)
    return files.forgetUnused(trx, named)
  })
  // A file that is left behind here has no row, so the sweep removes it.
  await files.discard(unused)
}

const kindsOfWork = ['sessions', 'documents', 'notes', 'policies', 'tags'] as const

/**
 * Deletes clients that nobody has worked on since these versions, by few statements.
 * @returns what was changed or added since, by the ids of those that stay
 */
export async function deleteUntouchedClients(
  db: Transaction,
  principal: Principal,
  clients: readonly { id: string; version: number }[],
): Promise<Map<string, string[]>> {
  const found = await lockWork(
    db,
    clients.map(({ id }) => id),
  )
  const since = await fieldsChangedSince(db, clients)
  const kept = new Map<string, string[]>()
  const untouched: string[] = []
  for (const work of found) {
    const touched = [...(since.get(work.id) ?? []), ...kindsOfWork.filter((kind) => work[kind])]
    const isSame = clients.some(({ id, version }) => id === work.id && version === work.version)
    if (touched.length === 0 && isSame) untouched.push(work.id)
    else kept.set(work.id, touched.length > 0 ? touched : ['archived_at'])
  }
  await deleteClients(db, untouched)
  await recordActs(
    db,
    untouched.map((clientId) => ({ principal, clientId, event: { action: 'client.deleted' } })),
  )
  return kept
}
