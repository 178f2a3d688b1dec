import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Config, readConfig } from '../config.ts'
import { secretFiles } from './local-secrets.ts'

const root = join(import.meta.dirname, '../../..')

/** The data directory: `DATA_DIR`, or `data` in the root of the product. */
export const dataDirectory = resolve(process.env.DATA_DIR ?? join(root, 'data'))

/** Whether the settings name a database server. */
export const isOnServer = Boolean(process.env.DATABASE_URL || process.env.DATABASE_URL_FILE)

/** @throws if the data directory has no database: a command would create an empty one */
export function requireDatabase(): void {
  if (isOnServer || existsSync(join(dataDirectory, 'database/cluster'))) return
  throw new Error(`No database in ${dataDirectory}. Set DATA_DIR to the data directory, or DATABASE_URL to a server.`)
}

/** Reads the settings as `npm start` does, and creates missing secrets. */
export function readCoreSettings(): Config {
  return readConfig({ ...process.env, DATA_DIR: dataDirectory, ...secretFiles(dataDirectory) })
}

/** Runs a command of the operator. An error is printed as its message, without a stack. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  process.umask(0o077)
  try {
    await command()
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
  }
}
