import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { verifyTrail } from '../audit/verification/verify-trail.ts'
import { type Config, readConfig } from '../config.ts'
import { copyKeys, writeSecrets } from '../operation/move/move-keys.ts'
import { receiveInstallation } from '../operation/move/receive-installation.ts'
import { sendInstallation } from '../operation/move/send-installation.ts'
import { openAuditKey } from '../platform/audit-trail/open-audit-key.ts'
import { counted } from '../platform/counted.ts'
import { openDatabase } from '../platform/database/database.ts'
import { FieldCipher } from '../platform/encryption/field-cipher.ts'
import { readKeyring } from '../platform/encryption/master-key.ts'
import { openRoot, openStore } from '../platform/files/open-store.ts'
import { verifySealRecords } from '../signing/verification/seal-record.ts'
import { dataDirectory, runCommand } from './core-settings.ts'

const root = join(import.meta.dirname, '../../..')

const usage =
  'Usage, with the product stopped:\n' +
  '  npm run move -- --to postgres://name:password@host/database --data <new data directory>\n' +
  '  npm run move -- --to composition      into docker-compose.yml, which was not started yet'

/** Prints a line for the operator. */
type Say = (line: string) => void

/**
 * Moves an installation with the embedded database to a PostgreSQL server, or into the composition.
 * @param environment of the old installation; with `--from -` of the new one
 * @throws with a message for the operator
 */
export async function move(environment: NodeJS.ProcessEnv, args: string[], say: Say): Promise<void> {
  const options = { to: { type: 'string' }, data: { type: 'string' }, from: { type: 'string' } } as const
  const { to, data, from } = parseArgs({ args, options }).values
  if (from === '-') return receive(readMoveSettings(environment), process.stdin, say)
  if (to === undefined || from !== undefined) throw new Error(usage)
  const { url, ...old } = readOld(environment)
  if (url !== undefined) throw new Error('DATABASE_URL is set: the installation is on a server already.')
  if (to === 'composition') return moveIntoComposition(old, say)
  if (data === undefined) throw new Error(`--data is missing.\n${usage}`)
  const target = resolve(data)
  if (target === old.dataDirectory) throw new Error('--data names the old data directory. Name a new one.')
  const settings = readMoveSettings({ ...environment, DATABASE_URL: to, DATA_DIR: target })
  await sendInstallation(old, async (stream) => {
    copyKeys(join(old.dataDirectory, 'keys'), settings.keysDirectory)
    await receive(settings, stream, say)
  })
  say(`${old.dataDirectory} is unchanged. Keep it until the new installation has a backup, and never run both.`)
  say('Start the new one with the same settings, and DATABASE_URL and DATA_DIR as above.')
}

function readOld(environment: NodeJS.ProcessEnv) {
  const config = readMoveSettings(environment)
  const { dataDirectory: directory, keysDirectory } = config
  if (!existsSync(join(directory, 'database/cluster'))) throw new Error(`No database in ${directory}. Set DATA_DIR.`)
  if (config.S3_BUCKET) throw new Error('The files are in a bucket (S3_BUCKET). Only a data directory can be moved.')
  const hasKeys = existsSync(keysDirectory) && readdirSync(keysDirectory).some((name) => name.startsWith('master'))
  if (!config.MASTER_KEY && !hasKeys) throw new Error(`No master key in ${keysDirectory}. Put it back (docs/keys.md).`)
  return { dataDirectory: directory, keyring: readKeyring(config), url: config.DATABASE_URL }
}

/** Reads the settings without creating secrets. */
function readMoveSettings({ PRINCIPAL_SECRET_FILE: _file, ...environment }: NodeJS.ProcessEnv): Config {
  // Required by the settings, and not used here.
  return readConfig({ ...environment, PRINCIPAL_SECRET: randomBytes(32).toString('base64') })
}

/** Receives an installation, and verifies its audit trail. */
async function receive(config: Config, stream: Readable, say: Say): Promise<void> {
  const { DATABASE_URL: url } = config
  if (!url) throw new Error('DATABASE_URL is not set: it names the new database.')
  const { root: files, close } = await openRoot(config)
  try {
    const moved = await receiveInstallation({ url, root: files, keyring: readKeyring(config) }, stream)
    say(`Moved ${counted(moved.rows, 'row')} of ${moved.tables} tables and ${counted(moved.files, 'file')}.`)
    say('Every table has the same count and digest as the old one, and every file was read back.')
  } finally {
    close()
  }
  await verifyNew(config, url, say)
}

async function verifyNew(config: Config, url: string, say: Say): Promise<void> {
  const keyring = readKeyring(config)
  const cipher = new FieldCipher(keyring)
  const { db, close } = await openDatabase({ url })
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

/** The composition's PostgreSQL is reached only from inside, so a container of core-api receives. */
async function moveIntoComposition(old: Parameters<typeof sendInstallation>[0], say: Say): Promise<void> {
  const compose = spawnSync('docker', ['compose', 'version']).status === 0 ? ['docker', 'compose'] : ['docker-compose']
  const [program = '', ...given] = compose
  await sendInstallation(old, async (stream) => {
    writeSecrets(join(old.dataDirectory, 'keys'), join(root, 'secrets'))
    const receiving = ['run', '--rm', '-T', 'core-1', 'node', 'core-api/src/cli/move.ts', '--from', '-']
    const child = spawn(program, [...given, ...receiving], { cwd: root, stdio: ['pipe', 'inherit', 'inherit'] })
    const ended = once(child, 'close')
    // The end of the command says why.
    await pipeline(stream, child.stdin).catch(() => undefined)
    const [code] = await ended
    if (code !== 0) throw new Error('The composition has not received the installation. The reason is above.')
  })
  say(`${old.dataDirectory} is unchanged. Keep it until the new installation has a backup, and never run both.`)
  say(`Start the new one: ${compose.join(' ')} up --detach`)
}

if (import.meta.main) {
  await runCommand(() => move({ ...process.env, DATA_DIR: dataDirectory }, process.argv.slice(2), console.log))
}
