import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { copyKeys, writeSecrets } from '../operation/move/move-keys.ts'
import { sendInstallation } from '../operation/move/send-installation.ts'
import { readKeyring } from '../platform/encryption/master-key.ts'
import { dataDirectory, runCommand } from './core-settings.ts'
import { readSettingsOnly, type Say, takeInto } from './new-installation.ts'

const root = join(import.meta.dirname, '../../..')

const usage =
  'Usage, with the product stopped:\n' +
  '  npm run move -- --to postgres://name:password@host/database --data <new data directory>\n' +
  '  npm run move -- --to composition      into docker-compose.yml, which was not started yet'

/** Into a server or the composition; `--from -` receives. @throws with a message for the operator */
export async function move(environment: NodeJS.ProcessEnv, args: string[], say: Say): Promise<void> {
  const options = { to: { type: 'string' }, data: { type: 'string' }, from: { type: 'string' } } as const
  const { to, data, from } = parseArgs({ args, options }).values
  if (from === '-') return takeInto(readSettingsOnly(environment), 'stored', process.stdin, say)
  if (to === undefined || from !== undefined) throw new Error(usage)
  const { url, ...old } = readOld(environment)
  if (url !== undefined) throw new Error('DATABASE_URL is set: the installation is on a server already.')
  if (to === 'composition') return moveIntoComposition(old, say)
  if (data === undefined) throw new Error(`--data is missing.\n${usage}`)
  const target = resolve(data)
  if (target === old.dataDirectory) throw new Error('--data names the old data directory. Name a new one.')
  const settings = readSettingsOnly({ ...environment, DATABASE_URL: to, DATA_DIR: target })
  await sendInstallation(old, async (stream) => {
    copyKeys(join(old.dataDirectory, 'keys'), settings.keysDirectory)
    await takeInto(settings, 'stored', stream, say)
  })
  say(`${old.dataDirectory} is unchanged. Keep it until the new installation has a backup, and never run both.`)
  say('Start the new one with the same settings, and DATABASE_URL and DATA_DIR as above.')
}

function readOld(environment: NodeJS.ProcessEnv) {
  const config = readSettingsOnly(environment)
  const { dataDirectory: directory, keysDirectory } = config
  if (!existsSync(join(directory, 'database/cluster'))) throw new Error(`No database in ${directory}. Set DATA_DIR.`)
  if (config.S3_BUCKET) throw new Error('The files are in a bucket (S3_BUCKET). Only a data directory can be moved.')
  const hasKeys = existsSync(keysDirectory) && readdirSync(keysDirectory).some((name) => name.startsWith('master'))
  if (!config.MASTER_KEY && !hasKeys) throw new Error(`No master key in ${keysDirectory}. Put it back (docs/keys.md).`)
  return { dataDirectory: directory, keyring: readKeyring(config), url: config.DATABASE_URL }
}

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
