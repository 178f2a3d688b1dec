import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Config } from '../config.ts'
import { askForBackup, type BackupRequest } from '../operation/backup/backup-requests.ts'
import { recordBackup, recordFailure } from '../operation/backup/backup-trail.ts'
import { removeLeftCopies } from '../operation/backup/embedded-dump.ts'
import { makeBackup } from '../operation/backup/make-backup.ts'
import { openAuditKey } from '../platform/audit-trail/open-audit-key.ts'
import { type DatabaseTarget, databaseTarget, openDatabase } from '../platform/database/database.ts'
import { DirectoryInUse } from '../platform/database/directory-lock.ts'
import { FieldCipher } from '../platform/encryption/field-cipher.ts'
import { keysOf } from '../platform/encryption/keyring.ts'
import { readKeyring } from '../platform/encryption/master-key.ts'
import { openStore } from '../platform/files/open-store.ts'
import { dataDirectory, isOnServer, readCoreSettings, requireDatabase, runCommand } from './core-settings.ts'
import { readRecipients } from './recipients.ts'

const { values } = parseArgs({
  options: {
    to: { type: 'string' },
    recipient: { type: 'string' },
    unencrypted: { type: 'boolean', default: false },
  },
})

const answerPoll = 200

async function backUp() {
  requireDatabase()
  const embedded = join(dataDirectory, 'database')
  const config = readCoreSettings()
  const request = await readRequest(config)
  // BACKUP_TO is often a mounted disk. Creating the directory would hide that the disk is not mounted.
  if (values.to) mkdirSync(request.directory, { recursive: true, mode: 0o700 })
  const name = isOnServer ? await makeHere(config, request) : await makeHereOrThere(config, embedded, request)
  console.log(`Made and verified the backup ${name} in ${request.directory}.`)
  console.log('It does not contain the master keys. Keep a copy of them in another place (docs/keys.md).')
  if (request.recipients.length === 0)
    console.log('Its database is not encrypted: anyone with the backup can read names and addresses.')
}

async function readRequest(config: Config): Promise<BackupRequest> {
  const to = values.to ?? config.BACKUP_TO
  if (!to) throw new Error('Name a directory for the backups: npm run backup -- --to <directory>, or set BACKUP_TO.')
  return { directory: resolve(to), recipients: await readRecipients(values, config) }
}

/** Only one process can open the embedded database, so a running product makes the backup itself. */
async function makeHereOrThere(config: Config, embedded: string, request: BackupRequest): Promise<string> {
  const here = () =>
    makeHere(config, request).catch((error: unknown) => {
      if (error instanceof DirectoryInUse && error.directory === embedded) return undefined
      throw error
    })
  const made = await here()
  if (made !== undefined) return made
  const asked = askForBackup(embedded, request)
  try {
    for (let turn = 1; ; turn++) {
      const name = asked.answer() ?? (turn % 25 === 0 ? await here() : undefined)
      if (name !== undefined) return name
      await delay(answerPoll)
    }
  } finally {
    asked.withdraw()
  }
}

/** @throws DirectoryInUse when the running product has the embedded database */
async function makeHere(config: Config, request: BackupRequest): Promise<string> {
  const target = databaseTarget(config)
  const { db, close } = await openDatabase(target)
  try {
    removeLeft(target)
    const keyring = readKeyring(config)
    await openAuditKey(db, new FieldCipher(keyring))
    const { store, close: closeStore } = await openStore(config, keyring)
    const keyIds = keysOf(keyring).map(({ id }) => id.toString('hex'))
    const { signal } = new AbortController()
    const manifest = await makeBackup({ ...request, db, target, store, keyIds, signal }).catch(
      async (error: unknown) => {
        await recordFailure(db, error)
        throw error
      },
    )
    closeStore()
    await recordBackup(db, manifest)
    return manifest.name
  } finally {
    await close()
  }
}

function removeLeft(target: DatabaseTarget) {
  if ('directory' in target && target.directory !== null) removeLeftCopies(target.directory)
}

await runCommand(backUp)
