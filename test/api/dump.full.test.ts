import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { credentials } from '@agency/test-kit/product/product-address'
import { expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '../../core-api/src/platform/database/database.ts'
import { startProductIn } from './api-product.ts'
import { seedAgency } from './encrypted-data.ts'

const { password } = credentials

/** A text in the forms in which it could be stored, by name. */
function formsOf(secret: string): [string, Buffer][] {
  const plain = Buffer.from(secret, 'utf8')
  // Base64 of a text inside a longer one: its three possible beginnings, without the ends that depend on what is around.
  const base64 = [0, 1, 2].map((offset): [string, Buffer] => {
    const encoded = Buffer.concat([Buffer.alloc(offset), plain]).toString('base64')
    return [`base64 at ${offset}`, Buffer.from(encoded.slice(offset === 0 ? 0 : offset + 1, -4).replace(/=+$/, ''))]
  })
  return [
    ['UTF-8', plain],
    ['UTF-16', Buffer.from(secret, 'utf16le')],
    ['hex', Buffer.from(plain.toString('hex'))],
    ['HEX', Buffer.from(plain.toString('hex').toUpperCase())],
    ...base64,
  ]
}

/** Every file below a directory but the keys. */
const storedFiles = (directory: string): string[] =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)))
    .filter((path) => !path.startsWith('keys/'))

function findSecrets(directory: string, secrets: Record<string, string>): string[] {
  const sought = Object.entries(secrets).flatMap(([what, secret]) =>
    formsOf(secret).map(([form, bytes]) => ({ what: `${what} as ${form}`, bytes })),
  )
  return storedFiles(directory).flatMap((path) => {
    const content = readFileSync(join(directory, path))
    return sought.filter(({ bytes }) => content.includes(bytes)).map(({ what }) => `${what} in ${path}`)
  })
}

/** Every row of every table as text, as pg_dump writes them. The files of the database hold long values compressed. */
async function dumpTables(directory: string): Promise<string> {
  const { pool, close } = await openDatabase({ directory: join(directory, 'database') })
  try {
    const tables = await pool.query(`SELECT quote_ident(table_name) AS name FROM information_schema.tables
      WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`)
    const texts: string[] = []
    for (const { name } of tables.rows) {
      const { rows } = await pool.query(`SELECT stored::text AS line FROM ${name} AS stored`)
      texts.push(...rows.map(({ line }) => `${name} ${line}`))
    }
    return texts.join('\n')
  } finally {
    await close()
  }
}

it('given secrets of every kind, when everything that is stored is searched, then none is found outside of the keys', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'dump-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const product = await startProductIn({ LOG_LEVEL: 'debug' }, directory)
  const { secrets, clientIds } = await seedAgency(product).finally(() => product.stop())
  expect(Object.keys(secrets).length).toBeGreaterThan(25)

  // What may be found is found: the search reads the database, its log and the service's log.
  const known = findSecrets(directory, { 'last name': 'Gonçalves', 'client id': clientIds[0] ?? '' })
  expect(known).toEqual(
    expect.arrayContaining([
      expect.stringMatching('last name as UTF-8 in database/cluster/base/'),
      expect.stringMatching('last name as UTF-8 in database/cluster/pg_wal/'),
    ]),
  )
  const paths = storedFiles(directory)
  expect(paths.some((path) => path.startsWith('files/'))).toBe(true)
  expect(paths.some((path) => path.startsWith('logs/'))).toBe(true)

  expect(findSecrets(directory, { ...secrets, password })).toEqual([])

  const dump = Buffer.from(await dumpTables(directory))
  expect(dump.includes('Gonçalves')).toBe(true)
  const dumped = Object.entries({ ...secrets, password }).flatMap(([what, secret]) =>
    formsOf(secret).flatMap(([form, bytes]) => (dump.includes(bytes) ? [`${what} as ${form}`] : [])),
  )
  expect(dumped).toEqual([])
}, 120_000)
