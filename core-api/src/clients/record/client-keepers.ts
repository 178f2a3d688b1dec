import type { ClientKeepers } from '@agency/contract/clients'
import { mayOwnClients } from '@agency/contract/permissions'
import type { Database } from '../../platform/database/database.ts'
import { InvalidInput } from '../../platform/errors.ts'
import { findAdminContact, nameOfAdmin } from '../../staff/admins/admin-service.ts'
import { hasTeam } from '../../staff/teams/team-service.ts'

/** @param field of the input @throws InvalidInput for an admin who is unknown or cannot change clients */
export async function requireOwner(db: Database, ownerId: string, field = 'owner_id'): Promise<string> {
  const admin = await findAdminContact(db, ownerId)
  if (!admin) throw new InvalidInput([{ field, message: 'must be the id of an admin' }])
  if (!mayOwnClients(admin.role)) {
    throw new InvalidInput([{ field, message: 'must be an admin who can change clients' }])
  }
  return (await nameOfAdmin(db, ownerId)) ?? ''
}

/** @throws InvalidInput */
export async function requireKeepers(db: Database, { owner_id, team_id }: ClientKeepers): Promise<void> {
  if (owner_id) await requireOwner(db, owner_id)
  if (team_id && !(await hasTeam(db, team_id))) {
    throw new InvalidInput([{ field: 'team_id', message: 'must be the id of a team' }])
  }
}
