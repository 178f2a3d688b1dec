import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { v7 as uuid } from 'uuid'
import { recordSystemEvent } from '../../platform/audit-trail/audit-service.ts'
import { InvalidInput } from '../../platform/errors.ts'
import { hasAdmins, insertFirstAdmin } from './admin-repository.ts'
import { hashPassword } from './password.ts'
import { acceptPassword } from './password-policy.ts'
import { normalizeUserName } from './user-name.ts'

/** Makes `ADMIN_PASSWORD`'s account, else a random one in `first-admin.txt`. @throws if `ADMIN_PASSWORD` is too weak */
export async function firstAdmin({ db, config }: FastifyInstance): Promise<void> {
  if (await hasAdmins(db)) return
  const { ADMIN_USERNAME, ADMIN_PASSWORD: given, AGENCY_NAME, DEMO } = config
  // As logins read it.
  const username = normalizeUserName(ADMIN_USERNAME)
  const password = given === undefined ? randomBytes(12).toString('base64url') : await acceptGiven(given)
  const id = uuid()
  const added = await insertFirstAdmin(db, {
    id,
    username,
    role: 'power',
    ...(DEMO ? demoOwner : { email: '', first_name: '', last_name: '', setup_required: true }),
    password_hash: await hashPassword(password),
  })
  if (!added) return
  await recordSystemEvent(db, { action: 'admin.created', subjectId: id, detail: 'the first admin' })
  if (given !== undefined) return
  const text = `username: ${username}\npassword: ${password}\n`
  writeFileSync(join(config.dataDirectory, 'first-admin.txt'), text, { mode: 0o600 })

  async function acceptGiven(typed: string): Promise<string> {
    try {
      return await acceptPassword(typed, [username, AGENCY_NAME ?? ''])
    } catch (cause) {
      if (!(cause instanceof InvalidInput)) throw cause
      throw new Error(`ADMIN_PASSWORD cannot be the first password. ${cause.details[0]?.message}`, { cause })
    }
  }
}

/** A demo skips the set-up of the account, which asks for the name. */
const demoOwner = { email: 'owner@example.com', first_name: 'Olivia', last_name: 'Bennett', setup_required: false }
