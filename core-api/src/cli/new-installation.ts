import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import { verifyTrail } from '../audit/verification/verify-trail.ts'
import { type Config, readConfig } from '../config.ts'
import { takeArchive } from '../operation/archive/take-archive.ts'
import { openAuditKey } from '../platform/audit-trail/open-audit-key.ts'
import { counted } from '../platform/counted.ts'
import { databaseTarget, openDatabase } from '../platform/database/database.ts'
import { FieldCipher } from '../platform/encryption/field-cipher.ts'
import { readKeyring } from '../platform/encryption/master-key.ts'
import { openRoot, openStore } from '../platform/files/open-store.ts'
import { verifySealRecords } from '../signing/verification/seal-record.ts'

export type Say = (line: string) => void

export function readSettingsOnly({ PRINCIPAL_SECRET_FILE: _file, ...environment }: NodeJS.ProcessEnv): Config {
  // Required by the settings, and not used by a command.
  return readConfig({ ...environment, PRINCIPAL_SECRET: randomBytes(32).toString('base64') })
}

export async function takeInto(config: Config, form: 'open' | 'stored', stream: Readable, say: Say): Promise<void> {
  const { root, close } = await openRoot(config)
  try {
    const keyring = readKeyring(config)
    const { tables, rows, files } = await takeArchive({ database: databaseTarget(config), root, keyring }, form, stream)
    say(`Took in ${counted(rows, 'row')} of ${tables} tables and ${counted(files, 'file')}.`)
    say('Every table and file was read back, and has the same digest as in the old one.')
  } finally {
    close()
  }
  await verifyNew(config, say)
}

async function verifyNew(config: Config, say: Say): Promise<void> {
  const keyring = readKeyring(config)
  const cipher = new FieldCipher(keyring)
  const { db, close } = await openDatabase(databaseTarget(config))
  const { store, close: closeStore } = await openStore(config, keyring)
  try {
    const key = await openAuditKey(db, cipher)
    const source = { db, key, store, verifyDocuments: verifyDocumentsWith(cipher) }
    const { valid, events, anchors, documents } = await verifyTrail(source, undefined)
    const facts = `${counted(events, 'event')}, ${counted(anchors.checked, 'anchor')}, ${counted(documents.checked, 'sealed document')}`
    if (!valid) throw new Error(`The audit trail does not hold (${facts}). Look at Health of the old installation.`)
    say(`The audit trail holds: ${facts}.`)
  } finally {
    closeStore()
    await close()
  }
}

const verifyDocumentsWith =
  (cipher: FieldCipher): Parameters<typeof verifyTrail>[0]['verifyDocuments'] =>
  (db, key, options) =>
    verifySealRecords({ db, key, cipher }, options)
