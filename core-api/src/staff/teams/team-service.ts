import { type CreateTeam, Team, type UpdateTeam } from '@agency/contract/teams'
import { v7 as uuid } from 'uuid'
import { recordEvent } from '../../platform/audit-trail/audit-service.ts'
import { mergeRecordEdit } from '../../platform/concurrency/edit-conflict.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import { InvalidInput, NotFound } from '../../platform/errors.ts'
import type { AdminPrincipal } from '../../platform/http/principals.ts'
import { createOncePerKey, type Idempotent } from '../../platform/idempotency/idempotency-key.ts'
import {
  deleteTeam,
  findTeam,
  findTeamByName,
  findTeamsOf,
  insertTeam,
  lockTeams,
  replaceMembers,
  updateTeam,
} from './team-repository.ts'

interface TeamContext {
  db: Database
  principal: AdminPrincipal
}

/** @throws NotFound */
export async function getTeam(db: Database, id: string) {
  const team = await findTeam(db, id)
  if (!team) throw new NotFound()
  return team
}

export const hasTeam = async (db: Database, id: string): Promise<boolean> => (await findTeam(db, id)) !== undefined

export const teamsOf = (db: Database, adminId: string): Promise<string[]> => findTeamsOf(db, adminId)

/** @throws InvalidInput for a name that another team has, and for members who are not staff */
export function createTeam({ db, principal, call }: TeamContext & Idempotent, sent: CreateTeam): Promise<Team> {
  const id = uuid()
  const name = sent.name.trim()
  const make = async (trx: Transaction) => {
    await lockTeams(trx)
    await requireFreeName(trx, name)
    await insertTeam(trx, { id, name })
    await storeMembers(trx, id, sent.members)
    await recordEvent(trx, principal, { action: 'team.created', subjectId: id, fields: ['name', 'members'] })
  }
  return createOncePerKey({ db, call }, { ids: [id], make, read: (trx, [made = id]) => getTeam(trx, made) })
}

async function requireFreeName(db: Database, name: string, exceptId?: string): Promise<void> {
  const taken = await findTeamByName(db, name)
  if (taken && taken.id !== exceptId) throw new InvalidInput([{ field: 'name', message: 'is taken; choose another' }])
}

async function storeMembers(db: Database, id: string, members: readonly string[]): Promise<void> {
  if ((await replaceMembers(db, id, members)) === members.length) return
  throw new InvalidInput([{ field: 'members', message: 'must be ids of admins' }])
}

/** Who leaves it loses sight of its clients at once. @throws NotFound, EditConflict; InvalidInput as `createTeam` */
export function changeTeam(
  { db, principal }: TeamContext,
  id: string,
  sent: UpdateTeam,
  baseVersion: number | undefined,
): Promise<Team> {
  return db.transaction().execute(async (trx) => {
    await lockTeams(trx)
    const current = await getTeam(trx, id)
    const changes = { name: sent.name?.trim(), members: sent.members?.toSorted() }
    const { members, ...edit } = mergeRecordEdit({ schema: Team, current, changes, baseVersion })
    const fields = [...Object.keys(edit), ...(members ? ['members'] : [])]
    if (fields.length === 0) return current
    if (edit.name) await requireFreeName(trx, edit.name, id)
    await updateTeam(trx, id, edit, fields)
    if (members) await storeMembers(trx, id, members)
    await recordEvent(trx, principal, { action: 'team.changed', subjectId: id, fields })
    return getTeam(trx, id)
  })
}

/** @param release takes it from its clients, in the same transaction @throws NotFound */
export function removeTeam(
  { db, principal }: TeamContext,
  id: string,
  release: (trx: Transaction) => Promise<unknown>,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await lockTeams(trx)
    await getTeam(trx, id)
    await release(trx)
    await deleteTeam(trx, id)
    await recordEvent(trx, principal, { action: 'team.deleted', subjectId: id })
  })
}
