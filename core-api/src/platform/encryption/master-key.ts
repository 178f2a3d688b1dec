import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { syncPath } from '../database/sync-tree.ts'
import { type Keyring, keyringOf } from './keyring.ts'

export interface KeySettings {
  /** Base64. */
  MASTER_KEY?: string
  /** Older keys in base64, separated by commas. */
  MASTER_KEY_PREVIOUS?: string
  keysDirectory: string
}

const fromBase64 = (text: string): Buffer => Buffer.from(text.trim(), 'base64')
const makeKey = () => randomBytes(32).toString('base64')
const nameOf = (number: number): string => (number === 1 ? 'master.key' : `master-${number}.key`)

/** Reads keys from the settings, or `master.key` … The first start makes one; back them up apart from the data. */
export function readKeyring({ MASTER_KEY, MASTER_KEY_PREVIOUS, keysDirectory }: KeySettings): Keyring {
  if (MASTER_KEY) return keyringOf(fromBase64(MASTER_KEY), ...(MASTER_KEY_PREVIOUS?.split(',') ?? []).map(fromBase64))
  const numbers = keyNumbers(keysDirectory)
  if (numbers.length === 0) return keyringOf(fromBase64(readOrMake(join(keysDirectory, nameOf(1)), makeKey)))
  const [newest = '', ...older] = numbers.map((number) => readFileSync(join(keysDirectory, nameOf(number)), 'utf8'))
  return keyringOf(fromBase64(newest), ...older.map(fromBase64))
}

/** @returns its path */
export function makeNewerKey(keysDirectory: string): string {
  const [newest = 0] = keyNumbers(keysDirectory)
  const path = join(keysDirectory, nameOf(newest + 1))
  readOrMake(path, makeKey)
  return path
}

function keyNumbers(keysDirectory: string): number[] {
  mkdirSync(keysDirectory, { recursive: true, mode: 0o700 })
  return readdirSync(keysDirectory)
    .flatMap((name) => {
      const [whole, number = '1'] = /^master(?:-([1-9]\d*))?\.key$/.exec(name) ?? []
      return whole ? [Number(number)] : []
    })
    .sort((a, b) => b - a)
}

/** Reads a key file, or creates it, durable and readable only by its owner. */
export function readOrMake(path: string, make: () => string): string {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  if (existsSync(path)) return readFileSync(path, 'utf8').trim()
  const unfinished = `${path}.${randomUUID()}`
  try {
    // Written first, then linked: if processes start at the same time, one key wins, and none reads half a key.
    writeFileSync(unfinished, make(), { flag: 'wx', mode: 0o600, flush: true })
    linkSync(unfinished, path)
    syncPath(dirname(path))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    rmSync(unfinished, { force: true })
  }
  return readFileSync(path, 'utf8').trim()
}
