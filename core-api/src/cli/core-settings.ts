import { join, resolve } from 'node:path'
import { type Config, readConfig } from '../config.ts'
import { secretFiles } from './local-secrets.ts'

const root = join(import.meta.dirname, '../../..')

/** Where the product that is started here keeps its data. */
export const dataDirectory = resolve(process.env.DATA_DIR ?? join(root, 'data'))

/** The settings that core-api has when the product is started here; makes the secrets that are not there yet. */
export function readCoreSettings(): Config {
  return readConfig({ ...process.env, DATA_DIR: dataDirectory, ...secretFiles(dataDirectory) })
}

/** Runs a command for people: what keeps it from its work is told in a sentence. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  process.umask(0o077)
  try {
    await command()
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
  }
}
