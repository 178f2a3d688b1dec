import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { syncTree } from '../../platform/database/sync-tree.ts'

const readAll = (directory: string): Map<string, string> =>
  new Map(
    (existsSync(directory) ? readdirSync(directory) : []).map((name) => [
      name,
      readFileSync(join(directory, name), 'utf8'),
    ]),
  )

/** Keys whose loss or exchange makes data unreadable, or seals unknown. The others are made anew for the price of a login. */
const lasting = /^(master(-\d+)?\.key|seal\.pem|master_key|master_key_previous|seal_key)$/

/** @throws before anything is written if it has other keys */
export function copyKeys(from: string, to: string): void {
  write(readAll(from), to)
}

/** Writes the composition's secrets. @throws before anything is written if it has other keys */
export function writeSecrets(from: string, secrets: string): void {
  const keys = readAll(from)
  const masters = [...keys]
    .flatMap(([name, text]) => {
      const [whole, number = '1'] = /^master(?:-(\d+))?\.key$/.exec(name) ?? []
      return whole ? [{ number: Number(number), text: text.trim() }] : []
    })
    .sort((a, b) => b.number - a.number)
    .map(({ text }) => text)
  const [newest, ...older] = masters
  const given = [
    ['master_key', newest],
    ['master_key_previous', older.join(',') || undefined],
    ['seal_key', keys.get('seal.pem')],
    ['principal_secret', keys.get('principal-secret.key')],
    ['jwt_secret', keys.get('jwt-secret.key')],
    ['cookie_secret', keys.get('cookie-secret.key')],
  ] as const
  write(new Map(given.flatMap(([name, text]) => (text === undefined ? [] : [[name, text] as const]))), secrets)
}

function write(keys: ReadonlyMap<string, string>, to: string): void {
  const present = readAll(to)
  const names = [...new Set([...keys.keys(), ...present.keys()])].filter((name) => lasting.test(name))
  const others = names.filter(
    (name) => present.get(name)?.trim() && present.get(name)?.trim() !== keys.get(name)?.trim(),
  )
  if (others.length > 0) {
    throw new Error(`${to} has keys of another installation (${others.join(', ')}). Nothing was changed.`)
  }
  mkdirSync(to, { recursive: true, mode: 0o700 })
  for (const [name, text] of keys) {
    if (!present.get(name)?.trim()) writeFileSync(join(to, name), text, { mode: 0o600 })
  }
  syncTree(to)
}
