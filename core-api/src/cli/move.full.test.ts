import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type Core, startCore } from '../../test/core.ts'
import { seedSealedForm } from '../../test/sealed-fixtures.ts'
import { seedClient, seedSession } from '../../test/session-fixtures.ts'
import { createEmptyDatabase } from '../../test/test-database.ts'
import { anchorNow } from '../../test/trail-attacks.ts'
import { download, uploadAll } from '../../test/upload.ts'
import { verifyTrail } from '../audit/verification/verify-trail.ts'
import { DiskRoot } from '../platform/files/disk-root.ts'
import { archiveMark, beginRestoring } from '../platform/files/restoring-mark.ts'
import { move } from './move.ts'

let place: string
let old: string
let document: Awaited<ReturnType<typeof uploadAll>>[number] | undefined
let counts: { events: number; documents: number }

const startOld = (from = old): Promise<Core> =>
  startCore({ DATA_DIR: from }, { target: { directory: join(from, 'database') }, drop: async () => undefined })

const verify = ({ app }: Core) => verifyTrail(app.trailSource, undefined)

beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), 'move-'))
  old = join(place, 'old')
  const core = await startOld()
  const admin = await core.admin()
  const clientId = await seedClient(core, admin, { client_first_name: 'Íñigo "\\ \n,{}()' })
  ;[document] = await uploadAll(core, admin, clientId, [Buffer.alloc(300_000, 'content')])
  await seedSealedForm(core, await seedSession(core))
  await anchorNow(core)
  const { events, documents } = await verify(core)
  counts = { events, documents: documents.checked }
  await core.close()
})
afterAll(() => rmSync(place, { recursive: true }))

/** Hashes of all files in a directory, without the lock, which the operating system holds. */
function digests(directory: string): Record<string, string> {
  const files = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = files.map((entry) => join(entry.parentPath, entry.name)).filter((path) => !path.includes('lock.sqlite'))
  const hash = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex')
  return Object.fromEntries(paths.sort().map((path) => [path.slice(directory.length), hash(path)]))
}

async function makeTarget() {
  const database = await createEmptyDatabase()
  onTestFinished(database.drop)
  const url = 'url' in database.target ? database.target.url : expect.fail('There is no server')
  return { database, url, data: mkdtempSync(join(place, 'new-')) }
}

async function run(url: string, data: string, from = old) {
  const lines: string[] = []
  await move({ DATA_DIR: from }, ['--to', url, '--data', data], (line) => lines.push(line))
  return lines.join('\n')
}

describe.runIf(process.env.TEST_DATABASE_URL)('a move to a database server', { timeout: 600_000 }, () => {
  it('[OP-08] given an installation, when moved, then all is there, the trail holds, and the old one is unchanged and starts', async () => {
    const before = digests(old)
    const { database, url, data } = await makeTarget()
    expect(await run(url, data)).toMatch(
      /Took in [\d,]+ rows of \d+ tables and \d+ files.*\n.*\n.*The audit trail holds/,
    )
    expect(digests(old)).toEqual(before)
    for (const part of ['keys', 'files']) {
      expect(digests(join(data, part))).toMatchObject(digests(join(old, part)))
    }
    const moved = await startCore({ DATA_DIR: data }, database)
    onTestFinished(moved.close)
    const found = await verify(moved)
    expect(found).toMatchObject({ valid: true, documents: { checked: counts.documents } })
    expect(found.events).toBeGreaterThanOrEqual(counts.events)
    expect(document && (await download(moved, document)).statusCode).toBe(200)
    // Sequences and triggers go on: a new client, and an event that nobody changes.
    await seedClient(moved, await moved.admin())
    await expect(moved.app.db.deleteFrom('audit_events').execute()).rejects.toThrow('append-only')

    const copy = join(place, 'copy')
    cpSync(old, copy, { recursive: true })
    const again = await startOld(copy)
    onTestFinished(again.close)
    expect(await verify(again)).toMatchObject({ valid: true })
  })

  it('given a running product, when moved, then it is refused in words', async () => {
    const { url, data } = await makeTarget()
    const copy = join(place, 'running')
    cpSync(old, copy, { recursive: true })
    const running = await startOld(copy)
    onTestFinished(running.close)
    await expect(run(url, data, copy)).rejects.toThrow(`The product runs in ${copy}. Stop it, then move it.`)
    expect(readdirSync(data)).toEqual([])
  })

  it('given a place that is not empty, when moved, then it is refused, and nothing is changed', async () => {
    const { database, url, data } = await makeTarget()
    await run(url, data)
    const other = await makeTarget()
    await expect(run(url, other.data)).rejects.toThrow('The database has tables')
    await expect(run(other.url, data)).rejects.toThrow('The file store is not empty')
    const foreign = mkdtempSync(join(place, 'foreign-'))
    mkdirSync(join(foreign, 'keys'))
    writeFileSync(join(foreign, 'keys/master.key'), Buffer.alloc(32).toString('base64'))
    await expect(run(other.url, foreign)).rejects.toThrow('keys of another installation (master.key)')
    expect(existsSync(join(foreign, 'files'))).toBe(false)
    await (await startCore({ DATA_DIR: data }, database)).close()
  })

  it('[OP-08] given an interrupted move, when started, then it is refused; moved again, it is complete', async () => {
    const { database, url, data } = await makeTarget()
    await run(url, data)
    const mark = archiveMark('move', readFileSync(join(data, 'files/installation-id'), 'utf8').trim())
    const root = new DiskRoot(join(data, 'files'))
    await beginRestoring(root, mark)
    await expect(startCore({ DATA_DIR: data }, database)).rejects.toThrow('A move to')
    expect(await run(url, data)).toContain('The audit trail holds')
  })
})
