import type { Team } from '@agency/contract/teams'
import { type Insertable, sql, type Updateable } from 'kysely'
import { nextVersion } from '../../platform/concurrency/row-version.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'

const members = sql<string[]>`ARRAY(
  SELECT admin_id FROM team_members WHERE team_members.team_id = teams.id ORDER BY admin_id)`

const teams = (db: Database) =>
  db.selectFrom('teams').select(['id', 'name', 'created_at', 'version', 'field_versions']).select(members.as('members'))

export const listTeams = (db: Database): Promise<Team[]> =>
  teams(db).orderBy(sql`name collate "und-x-icu"`).orderBy('id').limit(500).execute()

export const findTeam = (db: Database, id: string) => teams(db).where('id', '=', id).executeTakeFirst()

export const findTeamByName = (db: Database, name: string) =>
  db.selectFrom('teams').select('id').where(sql`lower(name)`, '=', sql`lower(${name})`).executeTakeFirst()

/** Locks all teams until the transaction ends, for the rule that no two have a name. Rows that refer to one can be added. */
export async function lockTeams(db: Database): Promise<void> {
  await sql`LOCK TABLE teams IN SHARE ROW EXCLUSIVE MODE`.execute(db)
}

export async function insertTeam(db: Database, row: Insertable<Schema['teams']>): Promise<void> {
  await db.insertInto('teams').values(row).execute()
}

export async function updateTeam(
  db: Database,
  id: string,
  changes: Updateable<Schema['teams']>,
  fields: string[],
): Promise<void> {
  await db
    .updateTable('teams')
    .set({ ...changes, ...nextVersion(fields) })
    .where('id', '=', id)
    .execute()
}

/** @returns how many of them are staff */
export async function replaceMembers(db: Database, teamId: string, adminIds: readonly string[]): Promise<number> {
  await db.deleteFrom('team_members').where('team_id', '=', teamId).execute()
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('team_members')
    .columns(['team_id', 'admin_id'])
    .expression(sql`SELECT ${teamId}::uuid, id FROM admins WHERE id = ANY(${[...adminIds]}::uuid[])`)
    .executeTakeFirstOrThrow()
  return Number(numInsertedOrUpdatedRows ?? 0)
}

export async function deleteTeam(db: Database, id: string): Promise<void> {
  await db.deleteFrom('teams').where('id', '=', id).execute()
}

export async function findTeamsOf(db: Database, adminId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('team_members')
    .select('team_id')
    .where('admin_id', '=', adminId)
    .orderBy('team_id')
    .execute()
  return rows.map(({ team_id }) => team_id)
}
