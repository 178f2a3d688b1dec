import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'

/**
 * The 32 bytes that every sealed value rests on: `MASTER_KEY` (base64), or a file made on the first start.
 * Losing it loses every sealed value: back it up apart from the data.
 */
export function readMasterKey(config: Pick<Config, 'MASTER_KEY' | 'keysDirectory'>): Buffer {
  if (config.MASTER_KEY) return Buffer.from(config.MASTER_KEY, 'base64')
  return Buffer.from(
    readOrMake(join(config.keysDirectory, 'master.key'), () => randomBytes(32).toString('base64')),
    'base64',
  )
}

/** Reads a key file, or makes it, readable by its owner alone. */
export function readOrMake(path: string, make: () => string): string {
  mkdirSync(join(path, '..'), { recursive: true, mode: 0o700 })
  try {
    // 'wx': when two processes start at once, the first one's key stands.
    writeFileSync(path, make(), { flag: 'wx', mode: 0o600, flush: true })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  return readFileSync(path, 'utf8').trim()
}
