import { createWriteStream, existsSync, renameSync, rmSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { exportAgency } from '../operation/archive/export-agency.ts'
import { encryptFor } from '../operation/backup/age-encryption.ts'
import { counted } from '../platform/counted.ts'
import { databaseTarget, openDatabase } from '../platform/database/database.ts'
import { syncPath } from '../platform/database/sync-tree.ts'
import { FieldCipher } from '../platform/encryption/field-cipher.ts'
import { readKeyring } from '../platform/encryption/master-key.ts'
import { openStore } from '../platform/files/open-store.ts'
import { dataDirectory, requireDatabase, runCommand } from './core-settings.ts'
import { readSettingsOnly, type Say } from './new-installation.ts'
import { readRecipients } from './recipients.ts'

const options = {
  to: { type: 'string' },
  recipient: { type: 'string' },
  unencrypted: { type: 'boolean', default: false },
} as const

/** Writes the whole agency to one archive in open formats. @throws with a message for the operator */
export async function exportTo(environment: NodeJS.ProcessEnv, args: string[], say: Say): Promise<void> {
  const { values } = parseArgs({ args, options })
  if (!values.to) throw new Error('Name the file: npm run export -- --to agency.tar.age --recipient age1…')
  const path = resolve(values.to)
  if (existsSync(path)) throw new Error(`${path} exists. Name a new file.`)
  const config = readSettingsOnly(environment)
  const recipients = await readRecipients(values, config)
  const keyring = readKeyring(config)
  const { db, close } = await openDatabase(databaseTarget(config))
  const { store, close: closeStore } = await openStore(config, keyring)
  const partial = `${path}.partial`
  const write = async (archive: Readable) => {
    const content = recipients.length > 0 ? await encryptFor(recipients, archive) : archive
    await pipeline(content, createWriteStream(partial, { mode: 0o600, flush: true }))
  }
  try {
    const { rows, files, lost } = await exportAgency({ db, store, cipher: new FieldCipher(keyring) }, write)
    renameSync(partial, path)
    syncPath(dirname(path))
    say(`Wrote ${counted(rows, 'row')} and ${counted(files, 'file')} to ${path}.`)
    if (lost > 0) say(`${counted(lost, 'file')} are missing or damaged in the file store. Health names their records.`)
    say('It has everything but the keys, decrypted: whoever reads it reads every record, and the secrets of logins.')
    if (recipients.length === 0) say('It is not encrypted.')
  } finally {
    rmSync(partial, { force: true })
    closeStore()
    await close()
  }
}

if (import.meta.main) {
  await runCommand(async () => {
    requireDatabase()
    await exportTo({ ...process.env, DATA_DIR: dataDirectory }, process.argv.slice(2), console.log)
  })
}
