import type { AdminRole } from '@agency/contract/admins'
import type { ClientScope } from '../database/client-scope.ts'
import type { Database } from '../database/database.ts'
import { findSubject } from './subject-repository.ts'

export type RoleScopes = Readonly<Record<AdminRole, 'all' | 'team' | 'own'>>

type RoleScope = RoleScopes[AdminRole]
type ScopeSettings = Readonly<Record<'STANDARD_SCOPE' | 'ASSISTANT_SCOPE' | 'AUDITOR_SCOPE', RoleScope>>

/** Power admins see all clients, so that none is out of everyone's reach. */
export const roleScopesOf = ({ STANDARD_SCOPE, ASSISTANT_SCOPE, AUDITOR_SCOPE }: ScopeSettings): RoleScopes => ({
  power: 'all',
  standard: STANDARD_SCOPE,
  assistant: ASSISTANT_SCOPE,
  auditor: AUDITOR_SCOPE,
})

export interface ScopedStaff {
  id: string
  role: AdminRole
  /** The teams that they are in, in the order of their ids: equal scopes are equal as text. */
  teams: readonly string[]
}

export const scopeOf = (scopes: RoleScopes, { id, role, teams }: ScopedStaff): ClientScope =>
  scopes[role] === 'all' ? 'all' : { owner: id, teams: scopes[role] === 'team' ? teams : [] }

export const seesClient = async (
  db: Database,
  { scopes, admin }: { scopes: RoleScopes; admin: ScopedStaff },
  id: string,
): Promise<boolean> => (await findSubject(db, { kind: 'client', id }, scopeOf(scopes, admin))) !== undefined
