import type { Database } from '../../platform/database/database.ts'
import { NotFound, WrongState } from '../../platform/errors.ts'
import type { FileService } from '../../platform/file-store/file-service.ts'
import type { AdminPrincipal } from '../../platform/http/principals.ts'
import { recordEvent } from '../audit/audit-service.ts'
import { clientExists } from '../clients/client-service.ts'
import { about, findSessionOf } from '../sessions/session-service.ts'
import {
  deleteScope,
  deleteUnusedFiles,
  findObstacles,
  lockScope,
  type Scope,
} from './permanent-deletion-repository.ts'

interface DeletionContext {
  db: Database
  files: FileService
  principal: AdminPrincipal
}

type Deleted = Parameters<typeof recordEvent>[2]

/**
 * Deletes a client that never held a signature, with its sessions and uploaded files. Its audit trail stays.
 * @throws NotFound; WrongState if it holds a signature or a document is out for signing
 */
export async function deleteClientForGood({ db, files, principal }: DeletionContext, id: string): Promise<void> {
  const event = { action: 'client.deleted', clientId: id, subjectId: id }
  await deleteForGood({ db, files, principal }, async (trx) => {
    await lockScope(trx, { kind: 'client', id })
    if (!(await clientExists(trx, id))) throw new NotFound()
    return { scope: { kind: 'client', id }, event }
  })
}

/** Deletes a session that never held a signature. @throws NotFound; WrongState as `deleteClientForGood` */
export async function deleteSessionForGood({ db, files, principal }: DeletionContext, code: string): Promise<void> {
  await deleteForGood({ db, files, principal }, async (trx) => {
    const { id } = await findSessionOf({ db: trx, principal }, code)
    await lockScope(trx, { kind: 'session', id })
    const session = await findSessionOf({ db: trx, principal }, code)
    return { scope: { kind: 'session', id }, event: { action: 'session.deleted', ...about(session) } }
  })
}

type Found = (trx: Database) => Promise<{ scope: Scope; event: Deleted }>

async function deleteForGood({ db, files, principal }: DeletionContext, find: Found): Promise<void> {
  const unused = await db.transaction().execute(async (trx) => {
    const { scope, event } = await find(trx)
    const { signed, out } = await findObstacles(trx, scope)
    if (signed) throw new WrongState(`This ${scope.kind} has signed documents. Archive it instead.`)
    if (out) throw new WrongState(`A document of this ${scope.kind} is out for signature. Void it first.`)
    const named = await deleteScope(trx, scope)
    await recordEvent(trx, principal, event)
    return deleteUnusedFiles(trx, named)
  })
  // A file that is left behind here has no row, so the sweep removes it.
  await files.discard(unused)
}
