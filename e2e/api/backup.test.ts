import { createHash } from 'node:crypto'
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../core-api/src/database/database.ts'
import { type AgencyData, readAgency, seedAgency } from './agency-data.ts'
import { runScript, type ScriptResult, startScript } from './run-script.ts'
import { startServices } from './services.ts'

let place: string
/** A data directory with an agency in it, nobody running, and a backup of it without the keys. */
let data: string
let backup: string
let seeded: AgencyData
let before: unknown
let rows: Record<string, unknown[]>
let files: Record<string, string>
beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), 'backup-'))
  data = join(place, 'data')
  mkdirSync(data)
  backup = join(place, 'backup')
  const services = await startServices({}, data)
  try {
    seeded = await seedAgency(services)
    before = await readAgency(services, seeded)
    const refused = await run('backup', ['--to', backup])
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('Another process uses the database') })
  } finally {
    await services.stop()
  }
  expect(await run('backup', ['--to', backup])).toMatchObject({
    code: 0,
    output: expect.stringContaining('The keys are not in it'),
  })
  rows = await rowsOf(data)
  files = hashes(join(data, 'files'))
}, 120_000)
afterAll(() => rmSync(place, { recursive: true }))

const run = (name: string, args: string[], directory = data): Promise<ScriptResult> =>
  runScript(name, args, { DATA_DIR: directory })

/** A directory for a test, which is not there yet. */
let places = 0
const fresh = () => join(place, `fresh-${places++}`)

function hashes(directory: string): Record<string, string> {
  const files = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = files.map((entry) => join(entry.parentPath, entry.name)).sort()
  return Object.fromEntries(
    paths.map((path) => [relative(directory, path), createHash('sha256').update(readFileSync(path)).digest('hex')]),
  )
}

/** Every row of every table. */
async function rowsOf(directory: string): Promise<Record<string, unknown[]>> {
  const { pool, close } = await openDatabase({ directory: join(directory, 'database') })
  const tables = await pool.query<{ name: string }>(`SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`)
  const found: Record<string, unknown[]> = {}
  for (const { name } of tables.rows) {
    const statement = `SELECT to_jsonb(t) AS row FROM ${name} t ORDER BY to_jsonb(t)::text`
    found[name] = (await pool.query(statement)).rows
  }
  await close()
  return found
}

describe('a backup', { timeout: 120_000 }, () => {
  it('given data that is destroyed, when restored, then every row and file is as before, and all of it opens', async () => {
    const kept = join(fresh(), 'keys')
    cpSync(join(data, 'keys'), kept, { recursive: true })
    expect(rows.clients).toHaveLength(2)
    expect(Object.values(rows).every((table) => Array.isArray(table))).toBe(true)
    expect(Object.keys(files).length).toBeGreaterThanOrEqual(4)
    rmSync(data, { recursive: true })

    const restored = await run('restore', ['--from', backup])
    expect(restored).toMatchObject({ code: 0, output: expect.stringContaining('needs the master keys') })
    expect(hashes(join(data, 'files'))).toEqual(files)
    expect(await rowsOf(data)).toEqual(rows)
    expect(statSync(join(data, 'database/cluster')).mode & 0o777).toBe(0o700)

    // Started without its keys it refuses, and says so; with them all is there.
    await expect(startServices({}, data)).rejects.toThrow('which is not here')
    rmSync(join(data, 'keys'), { recursive: true })
    cpSync(kept, join(data, 'keys'), { recursive: true })
    const services = await startServices({}, data)
    const after = await readAgency(services, seeded).finally(() => services.stop())
    expect(after).toEqual(before)
  })

  it('given keys that are asked for, when restored elsewhere, then it opens there', async () => {
    const [whole, elsewhere] = [fresh(), fresh()]
    expect((await run('backup', ['--to', whole, '--with-keys'])).output).toContain('can read everything')
    expect((await run('restore', ['--from', whole], elsewhere)).code).toBe(0)
    const services = await startServices({}, elsewhere)
    expect(await readAgency(services, seeded).finally(() => services.stop())).toEqual(before)
  })

  it('given a backup without keys, when searched, then no key is in it', () => {
    const keys = readdirSync(join(data, 'keys')).map((name) => readFileSync(join(data, 'keys', name), 'utf8').trim())
    const paths = Object.keys(hashes(backup))
    expect(keys.length).toBeGreaterThan(3)
    expect(paths.some((path) => path.startsWith('keys/'))).toBe(false)
    const content = paths.map((path) => readFileSync(join(backup, path), 'latin1')).join('\n')
    expect(keys.some((key) => content.includes(key))).toBe(false)
  })

  it.each<[string, string, (copy: string) => void]>([
    ['an altered byte', 'was altered', (copy) => appendFileSync(firstFile(copy), 'x')],
    ['a missing file', 'is missing', (copy) => rmSync(firstFile(copy))],
    ['a file too much', 'does not belong', (copy) => writeFileSync(join(copy, 'files', 'more'), '')],
    ['a list that was cut off', 'does not belong', (copy) => cutOff(join(copy, 'SHA256SUMS'))],
    ['no list', 'no finished backup', (copy) => rmSync(join(copy, 'SHA256SUMS'))],
  ])(
    'given a backup with %s, when restored, then it is refused before anything is touched',
    async (_what, why, damage) => {
      const [copy, target] = [fresh(), fresh()]
      cpSync(backup, copy, { recursive: true })
      damage(copy)
      const refused = await run('restore', ['--from', copy], target)
      expect(refused).toMatchObject({ code: 1, output: expect.stringContaining(why) })
      expect(existsSync(target)).toBe(false)
    },
  )

  it('given a directory with data in it, when restored to, then it is refused unless told, and puts aside what was there', async () => {
    const target = fresh()
    cpSync(data, target, { recursive: true })
    writeFileSync(join(target, 'files', 'mine'), 'mine')
    const there = hashes(target)
    const refused = await run('restore', ['--from', backup], target)
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('--replace') })
    const { 'database/lock.sqlite': _lock, ...unchanged } = hashes(target)
    const { 'database/lock.sqlite': _before, ...expected } = there
    expect(unchanged).toEqual(expected)

    expect((await run('restore', ['--from', backup, '--replace'], target)).code).toBe(0)
    expect(existsSync(join(target, 'files', 'mine'))).toBe(false)
    const aside = readdirSync(target).find((name) => name.startsWith('replaced-')) ?? ''
    expect(readFileSync(join(target, aside, 'files', 'mine'), 'utf8')).toBe('mine')
  })

  it('given a backup that is killed half-way, when looked for, then no half has its name; the next one is whole', async () => {
    const target = fresh()
    const { child, result } = startScript('backup', ['--to', target], { DATA_DIR: data })
    await waitFor(() => existsSync(`${target}.partial/database/cluster`))
    child.kill('SIGKILL')
    await result
    expect(existsSync(target)).toBe(false)
    expect((await run('restore', ['--from', `${target}.partial`], fresh())).output).toContain('no finished backup')
    expect((await run('backup', ['--to', target])).code).toBe(0)
    expect((await run('restore', ['--from', target, '--check'])).output).toContain('is whole')
    expect(existsSync(`${target}.partial`)).toBe(false)
  })

  it('given a restore that is killed half-way, when started, then the product refuses; restored again, it is whole', async () => {
    const target = fresh()
    const { child, result } = startScript('restore', ['--from', backup], { DATA_DIR: target })
    await waitFor(() => existsSync(join(target, 'database/restoring/database/cluster/base')))
    child.kill('SIGKILL')
    await result
    await expect(startServices({}, target)).rejects.toThrow('A restore was broken off')
    rmSync(join(target, 'keys'), { recursive: true })
    expect((await run('restore', ['--from', backup, '--replace'], target)).code).toBe(0)
    expect(await rowsOf(target)).toEqual(rows)
  })
})

const firstFile = (directory: string): string =>
  join(directory, Object.keys(hashes(directory)).find((path) => path.startsWith('files/')) ?? '')

function cutOff(path: string) {
  const lines = readFileSync(path, 'utf8').split('\n')
  writeFileSync(`${path}.short`, `${lines.slice(0, lines.length / 2).join('\n')}\n`)
  renameSync(`${path}.short`, path)
}

/** Waits for the moment to strike, without giving up the turn for longer than it takes to look. */
async function waitFor(condition: () => boolean) {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve))
}
