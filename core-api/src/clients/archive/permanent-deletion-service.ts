import { clientDeletionWords, confirmsDeletion } from '@agency/contract/permanent-deletion'
import { recordEvent } from '../../platform/audit-trail/audit-service.ts'
import type { Database } from '../../platform/database/database.ts'
import { InvalidInput, WrongState } from '../../platform/errors.ts'
import type { FileService } from '../../platform/files/file-service.ts'
import type { AdminPrincipal } from '../../platform/http/principals.ts'
import { auditIdsOf, findSessionOf } from '../../sessions/sessions/session-service.ts'
import { getClientNames } from '../record/client-service.ts'
import { deleteScope, findObstacles, lockScope, type Scope } from './permanent-deletion-repository.ts'

interface DeletionContext {
  db: Database
  files: FileService
  principal: AdminPrincipal
}

type Deleted = Parameters<typeof recordEvent>[2]

/**
 * Deletes a client that never held a signature, with its sessions and uploaded files. Its audit trail stays.
 * @param confirmation the typed name of the client
 * @throws NotFound; InvalidInput for another name; WrongState if it holds a signature or a document is out for signing
 */
export async function deleteClientForGood(
  { db, files, principal }: DeletionContext,
  id: string,
  confirmation: string,
): Promise<void> {
  const event = { action: 'client.deleted', clientId: id, subjectId: id }
  await deleteForGood({ db, files, principal }, confirmation, async (trx) => {
    await lockScope(trx, { kind: 'client', id })
    const words = clientDeletionWords(await getClientNames(trx, id))
    return { scope: { kind: 'client', id }, event, words }
  })
}

/**
 * Deletes a session that never held a signature.
 * @param confirmation the typed code of the session
 * @throws as `deleteClientForGood`
 */
export async function deleteSessionForGood(
  { db, files, principal }: DeletionContext,
  code: string,
  confirmation: string,
): Promise<void> {
  await deleteForGood({ db, files, principal }, confirmation, async (trx) => {
    const { id } = await findSessionOf({ db: trx, principal }, code)
    await lockScope(trx, { kind: 'session', id })
    const session = await findSessionOf({ db: trx, principal }, code)
    const event = { action: 'session.deleted', ...auditIdsOf(session) }
    return { scope: { kind: 'session', id }, event, words: session.session_code }
  })
}

/** @returns what is deleted, its event, and the words that confirm it */
type Find = (trx: Database) => Promise<{ scope: Scope; event: Deleted; words: string }>

const mismatch = {
  client: 'must be the name of the client, or “delete” for a client without a name',
  session: 'must be the code of the session',
}

async function deleteForGood(
  { db, files, principal }: DeletionContext,
  confirmation: string,
  find: Find,
): Promise<void> {
  const unused = await db.transaction().execute(async (trx) => {
    const { scope, event, words } = await find(trx)
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
