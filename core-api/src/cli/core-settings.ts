import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Config, readConfig } from '../config.ts'
import { secretFiles } from './local-secrets.ts'

const root = join(import.meta.dirname, '../../..')

export const dataDirectory = resolve(process.env.DATA_DIR ?? join(root, 'data'))

export const isOnServer = Boolean(process.env.DATABASE_URL || process.env.DATABASE_URL_FILE)

/** @throws if the data directory has no database: a command would create an empty one */
export function requireDatabase(): void {
  if (isOnServer || existsSync(join(dataDirectory, 'database/cluster'))) return
  throw new Error(`No database in ${dataDirectory}. Set DATA_DIR to the data directory, or DATABASE_URL to a server.`)
}

export function readCoreSettings(): Config {
  return readConfig({ ...process.env, DATA_DIR: dataDirectory, ...secretFiles(dataDirectory) })
}

export async function runCommand(command: () => Promise<void>): Promise<void> {
  process.umask(0o077)
  try {
    await command()
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
  }
}
