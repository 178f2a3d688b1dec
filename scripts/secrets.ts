import { randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const names = ['PRINCIPAL_SECRET', 'JWT_SECRET', 'COOKIE_SECRET'] as const

/**
 * The secrets that the services share, as files in `keys` of the data directory, made on the first start.
 * @returns settings that name the files; a secret set in the environment itself wins
 */
export function secretFiles(dataDirectory: string): Record<string, string> {
  const keys = join(dataDirectory, 'keys')
  mkdirSync(keys, { recursive: true, mode: 0o700 })
  const settings: Record<string, string> = {}
  for (const name of names) {
    if (process.env[name] || process.env[`${name}_FILE`]) continue
    const path = join(keys, `${name.toLowerCase().replace('_', '-')}.key`)
    try {
      writeFileSync(path, randomBytes(32).toString('base64'), { flag: 'wx', mode: 0o600 })
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    }
    settings[`${name}_FILE`] = path
  }
  return settings
}
