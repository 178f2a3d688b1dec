import type { Database } from '../../platform/database/database.ts'
import { NotFound } from '../../platform/errors.ts'
import type { RecordName } from '../../platform/http/named-record.ts'
import type { Principal } from '../../platform/http/principals.ts'
import { isInScope } from './client-scope-repository.ts'
import { type RoleScopes, type ScopedStaff, scopeOf } from './staff-scope.ts'

/** @throws NotFound if staff do not see the client of a record, as if there were no such record */
export async function requireInScope(db: Database, principal: Principal, name: RecordName): Promise<void> {
  if (principal.kind !== 'admin' || principal.scope === 'all') return
  if (!(await isInScope(db, principal.scope, name))) throw new NotFound()
}

/** Whether a staff member sees a client. */
export const seesClient = (
  db: Database,
  { scopes, admin }: { scopes: RoleScopes; admin: ScopedStaff },
  clientId: string,
): Promise<boolean> => isInScope(db, scopeOf(scopes, admin), { kind: 'client', id: clientId })
