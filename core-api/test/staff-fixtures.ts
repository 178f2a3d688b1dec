import { randomUUID } from 'node:crypto'
import type { Admin, AdminRole } from '@agency/contract/admins'
import type { PrincipalStatement } from '@agency/contract/principal'
import { type Core, nobody } from './core.ts'

const password = 'swordfish trombone'

export interface Colleague {
  admin: Admin
  as: PrincipalStatement
}

/** Adds a staff member with a role, and logs them in. */
export async function seedColleague(core: Core, role: AdminRole, changes: object = {}): Promise<Colleague> {
  const username = `${role}-${randomUUID()}`
  const profile = { email: `${username}@example.com`, username, role, first_name: 'Ana', last_name: 'Lima', password }
  const payload = { ...profile, ...changes }
  const created = await core.ask(await core.admin(), { method: 'POST', url: '/admin/create', payload })
  if (created.statusCode !== 201) throw new Error(`adding a colleague answered ${created.statusCode}: ${created.body}`)
  return { admin: created.json(), as: await logInColleague(core, username) }
}

async function logInColleague(core: Core, username: string): Promise<PrincipalStatement> {
  const answer = await core.ask(nobody, { method: 'POST', url: '/admin/login', payload: { username, password } })
  return { kind: 'admin', id: answer.json().admin_session.id, address: '192.0.2.9' }
}
