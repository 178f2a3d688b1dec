import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { readOrMake } from '../platform/encryption/master-key.ts'

const names = ['PRINCIPAL_SECRET', 'JWT_SECRET', 'COOKIE_SECRET'] as const

/** Creates missing secrets that the services share, in `keys`. @returns settings that name their files */
export function secretFiles(dataDirectory: string): Record<string, string> {
  const settings: Record<string, string> = {}
  for (const name of names) {
    if (process.env[name] || process.env[`${name}_FILE`]) continue
    const path = join(dataDirectory, 'keys', `${name.toLowerCase().replace('_', '-')}.key`)
    readOrMake(path, () => randomBytes(32).toString('base64'))
    settings[`${name}_FILE`] = path
  }
  return settings
}
