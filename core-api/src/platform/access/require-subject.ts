import type { Database } from '../database/database.ts'
import { MergedAway, NotFound, WrongState } from '../errors.ts'
import type { Principal } from '../http/principals.ts'
import type { RecordName } from '../http/subject.ts'
import { type FoundSubject, findArchivedClients, findSubject } from './subject-repository.ts'

/** @throws NotFound if staff do not see the client of a record, as if there were no such record */
export async function requireInScope(db: Database, principal: Principal, name: RecordName): Promise<void> {
  if (principal.kind !== 'admin' || principal.scope === 'all') return
  if (!(await findSubject(db, name, principal.scope))) throw new NotFound()
}

/** @throws WrongState if the client or the session of a record is archived */
export async function requireUnarchived(db: Database, name: RecordName): Promise<void> {
  const found = await findSubject(db, name, 'all')
  if (found) refuseArchived(found)
}

/** @throws WrongState if one of these clients is archived or merged into another */
export async function requireUnarchivedClients(db: Database, ids: string[]): Promise<void> {
  for (const row of await findArchivedClients(db, ids)) refuseArchivedRow(row)
}

/** @throws WrongState if it is archived or merged into another */
export const refuseArchivedRow = (row: { archived_at: string | null; merged_into: string | null }): void =>
  refuseArchived({
    isClientArchived: row.archived_at !== null,
    isClientMerged: row.merged_into !== null,
    isSessionArchived: false,
  })

/** @throws WrongState if the client or the session is archived */
export function refuseArchived({
  isClientArchived,
  isClientMerged,
  isSessionArchived,
}: Omit<FoundSubject, 'clientId' | 'sessionId'>): void {
  if (isClientMerged) throw new MergedAway()
  if (isClientArchived) throw new WrongState('This client is archived. Restore the client first.')
  if (isSessionArchived) throw new WrongState('This session is archived. Restore the session first.')
}
