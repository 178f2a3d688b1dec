import { createReadStream, existsSync, readFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { decryptWith } from '../operation/backup/age-encryption.ts'
import { dataDirectory, runCommand } from './core-settings.ts'
import { readSettingsOnly, type Say, takeInto } from './new-installation.ts'

const options = { from: { type: 'string' }, identity: { type: 'string' } } as const

const ageMagic = 'age-encryption.org/v1\n'

/** Takes an archive of `npm run export` into a new installation. @throws with a message for the operator */
export async function importFrom(environment: NodeJS.ProcessEnv, args: string[], say: Say): Promise<void> {
  const { from, identity } = parseArgs({ args, options }).values
  if (!from) throw new Error('Name the archive: npm run import -- --from agency.tar.age --identity key.txt')
  const path = resolve(from)
  if (!existsSync(path)) throw new Error(`There is no file ${path}.`)
  const isEncrypted = await beginsWith(path, ageMagic)
  if (isEncrypted && !identity)
    throw new Error('The archive is encrypted: --identity names the file with the secret key.')
  const content = createReadStream(path)
  const archive = isEncrypted && identity ? await decryptWith(readFileSync(identity, 'utf8'), content) : content
  await takeInto(readSettingsOnly(environment), 'open', archive, say)
  say(
    'Copy the seal key (seal.pem) too, or the new installation makes its own. Never run both: each would send messages.',
  )
}

async function beginsWith(path: string, start: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(start.length), 0, start.length, 0)
    return buffer.toString('latin1', 0, bytesRead) === start
  } finally {
    await file.close()
  }
}

if (import.meta.main) {
  await runCommand(() => importFrom({ ...process.env, DATA_DIR: dataDirectory }, process.argv.slice(2), console.log))
}
