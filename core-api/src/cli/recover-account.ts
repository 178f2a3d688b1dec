import { parseArgs } from 'node:util'
import { openAuditKey } from '../platform/audit-trail/open-audit-key.ts'
import { type Database, databaseTarget, openDatabase } from '../platform/database/database.ts'
import { FieldCipher } from '../platform/encryption/field-cipher.ts'
import { readKeyring } from '../platform/encryption/master-key.ts'
import type { PasswordLogin } from '../staff/admins/password-login.ts'
import { recoverAccess } from '../staff/admins/recover-access.ts'
import { makeResetLink } from '../staff/emailed-links/password-reset-service.ts'
import { readCoreSettings, requireDatabase, runCommand } from './core-settings.ts'

const usage = 'Name the account by its email address: npm run recover-account -- --email <address>'

interface Recovery {
  db: Database
  cipher: FieldCipher
  staffUrl: string
  passwordLogin: PasswordLogin
}

/** @returns user name, a link that sets its password, and its end @throws with a message for the operator */
export function recoverAccount({ db, cipher, staffUrl, passwordLogin }: Recovery, email: string) {
  return db.transaction().execute(async (trx) => {
    const { id, username } = await recoverAccess({ db: trx, cipher, passwordLogin }, email)
    return { username, ...(await makeResetLink(trx, staffUrl, id)) }
  })
}

/** Recovers an account whose owner has lost all ways to log in. The link is printed and not stored. */
async function recover() {
  const { email } = parseArgs({ options: { email: { type: 'string' } } }).values
  if (!email) throw new Error(usage)
  requireDatabase()
  const config = readCoreSettings()
  const { db, close } = await openDatabase(databaseTarget(config))
  try {
    const cipher = new FieldCipher(readKeyring(config))
    await openAuditKey(db, cipher)
    const recovery = { db, cipher, staffUrl: config.STAFF_URL, passwordLogin: config }
    const { username, link, date } = await recoverAccount(recovery, email)
    console.log(`The account ${username} has power access. Its password and second factors no longer work.`)
    console.log(`This link sets a new password. It works once, until ${date}:\n\n  ${link}\n`)
    console.log('Give it to the owner of the account alone: it opens all records of the agency.')
  } finally {
    await close()
  }
}

if (import.meta.main) await runCommand(recover)
