import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { v7 as uuid } from 'uuid'
import type { Config } from '../../config.ts'
import type { Database } from '../../database/database.ts'
import { recordSystemEvent } from '../audit/audit-service.ts'
import { insertFirstAdmin } from './admin-repository.ts'
import { hashPassword } from './password.ts'

/**
 * Makes sure that somebody can log in: on an empty database adds one power admin. Without `ADMIN_PASSWORD` its
 * password is random, and written to `first-admin.txt` in the data directory, readable by its owner alone.
 */
export async function ensureFirstAdmin(db: Database, config: Config): Promise<void> {
  const password = config.ADMIN_PASSWORD ?? randomBytes(12).toString('base64url')
  const id = uuid()
  const added = await insertFirstAdmin(db, {
    id,
    username: config.ADMIN_USERNAME,
    email: '',
    role: 'power',
    first_name: 'First',
    last_name: 'Admin',
    password_hash: await hashPassword(password),
  })
  if (added) await recordSystemEvent(db, { action: 'admin.created', subjectId: id, detail: 'the first admin' })
  if (!added || config.ADMIN_PASSWORD) return
  const text = `username: ${config.ADMIN_USERNAME}\npassword: ${password}\n`
  writeFileSync(join(config.dataDirectory, 'first-admin.txt'), text, { mode: 0o600 })
}
