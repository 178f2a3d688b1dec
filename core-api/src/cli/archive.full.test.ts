import { execFileSync } from 'node:child_process'
import { createReadStream, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { verifyPdfSeal } from '@agency/pdf-signing/verify-seal'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Core, startCore } from '../../test/core.ts'
import { codeOf, type Person, secondFactorCalls } from '../../test/second-factor-fixtures.ts'
import { createEmptyDatabase } from '../../test/test-database.ts'
import { anchorNow } from '../../test/trail-attacks.ts'
import { verifyTrail } from '../audit/verification/verify-trail.ts'
import { verifySealed } from '../signing/verification/verify-service.ts'
import { seedDemo } from './demo/seed-demo.ts'
import { exportTo } from './export.ts'
import { importFrom } from './import.ts'

let place: string
let bytes: Buffer
let staff: Person & { secret: string }
const archive = () => join(place, 'agency.tar')

const startIn = (data: string): Promise<Core> =>
  startCore({ DATA_DIR: data }, { target: { directory: join(data, 'database') }, drop: async () => undefined })

async function run(command: typeof exportTo, environment: NodeJS.ProcessEnv, ...args: string[]) {
  const lines: string[] = []
  await command(environment, args, (line) => lines.push(line))
  return lines.join('\n')
}

beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), 'archive-'))
  const data = join(place, 'old')
  const core = await startIn(data)
  const { db } = core.app
  await seedDemo(core.app)
  const statuses = async () =>
    (await db.selectFrom('session_forms').select('status').execute()).map((row) => row.status)
  const areSealed = async () => expect(await statuses()).toEqual(expect.arrayContaining(['completed', 'declined']))
  await vi.waitFor(areSealed, { timeout: 120_000, interval: 200 })
  const calls = secondFactorCalls(core)
  const person = await calls.addPerson('power')
  staff = { ...person, secret: (await calls.addAuthenticator(person)).secret }
  // What text could lose: no number, exact decimals, the two kinds of null, and quotes in an array.
  await sql`INSERT INTO reveal_alerts (id, admin_id, clients, usual_clients, raised_at)
    VALUES (${person.id}, ${person.id}, 1, 'NaN', '2026-01-02 03:04:05.678901+00')`.execute(db)
  await sql`UPDATE policies SET premium = 1234.50 WHERE id = (SELECT min(id::text)::uuid FROM policies)`.execute(db)
  await sql`INSERT INTO former_values (record_id, field, version, value)
    VALUES (${person.id}, 'a', 1, 'null'), (${person.id}, 'b', 1, NULL), (${person.id}, 'c', 1, '1.10')`.execute(db)
  await sql`UPDATE session_forms SET dates_set = ARRAY['a"b', 'c,{d}\\', '']`.execute(db)
  await anchorNow(core)
  await core.close()
  await run(exportTo, { DATA_DIR: data }, '--to', archive(), '--unencrypted')
  bytes = readFileSync(archive())
}, 300_000)
afterAll(() => rmSync(place, { recursive: true }))

/** What staff and clients do with an installation that took the archive in. */
async function expectWhole(core: Core) {
  const { app } = core
  expect(await verifyTrail(app.trailSource, undefined)).toMatchObject({ valid: true })
  const { challengeOf, complete } = secondFactorCalls(core)
  const { id } = await challengeOf(staff)
  const answer = await complete(staff.device, { challenge: id, code: codeOf(staff.secret, 1) })
  expect(answer.statusCode).toBe(200)
  const sealed = await app.db
    .selectFrom('envelopes')
    .select('sealed_file_id')
    .where('sealed_file_id', 'is not', null)
    .execute()
  expect(sealed).not.toEqual([])
  for (const { sealed_file_id } of sealed) {
    const pdf = await buffer(app.fileStore.open(String(sealed_file_id)))
    expect(await verifyPdfSeal(pdf)).toBeDefined()
    const { sha256 } = await app.db
      .selectFrom('files')
      .selectAll()
      .where('id', '=', sealed_file_id)
      .executeTakeFirstOrThrow()
    expect(await verifySealed(app, sha256)).toMatchObject({ known: true, voided: false })
  }
}

describe('the archive of an agency with data everywhere', { timeout: 300_000 }, () => {
  it('[BK-30] given the embedded engine, when its archive is taken in by another, then the second has the same bytes and works', async () => {
    const data = join(place, 'new')
    expect(await run(importFrom, { DATA_DIR: data }, '--from', archive())).toContain('The audit trail holds')
    const again = join(place, 'again.tar')
    await run(exportTo, { DATA_DIR: data }, '--to', again, '--unencrypted')
    expect(readFileSync(again).equals(bytes)).toBe(true)
    expect(readFileSync(join(data, 'keys/master.key'))).not.toEqual(readFileSync(join(place, 'old/keys/master.key')))
    const core = await startIn(data)
    onTestFinished(core.close)
    await expectWhole(core)
  })

  it.runIf(process.env.TEST_DATABASE_URL)(
    '[BK-30] given a server, when it takes an archive of the embedded engine in, then it works',
    async () => {
      const database = await createEmptyDatabase()
      onTestFinished(database.drop)
      const url = 'url' in database.target ? database.target.url : expect.fail('There is no server')
      const settings = { DATABASE_URL: url, DATA_DIR: join(place, 'server') }
      await run(importFrom, settings, '--from', archive())
      const core = await startCore({ DATA_DIR: settings.DATA_DIR }, database)
      onTestFinished(core.close)
      await expectWhole(core)
    },
  )

  it('[BK-32] given a public key, when an archive is made, then age and tar read it, and only its secret key takes it in', async () => {
    const identity = await generateX25519Identity()
    const [key, other] = [join(place, 'key.txt'), join(place, 'other.txt')]
    writeFileSync(key, `${identity}\n`)
    writeFileSync(other, `${await generateX25519Identity()}\n`)
    const path = join(place, 'agency.tar.age')
    await run(
      exportTo,
      { DATA_DIR: join(place, 'old') },
      '--to',
      path,
      '--recipient',
      await identityToRecipient(identity),
    )
    expect((await buffer(createReadStream(path, { end: 20 }))).toString()).toBe('age-encryption.org/v1')
    const unpacked = join(place, 'unpacked')
    mkdirSync(unpacked)
    execFileSync('tar', ['-x', '-C', unpacked], {
      input: execFileSync('age', ['-d', '-i', key, path], { maxBuffer: 1e9 }),
    })
    execFileSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: unpacked })
    const settings = { DATA_DIR: join(place, 'encrypted') }
    await expect(run(importFrom, settings, '--from', path)).rejects.toThrow('--identity names the file')
    await expect(run(importFrom, settings, '--from', path, '--identity', other)).rejects.toThrow('does not decrypt')
    expect(existsSync(join(settings.DATA_DIR, 'database'))).toBe(false)
    expect(await run(importFrom, settings, '--from', path, '--identity', key)).toContain('The audit trail holds')
  })
})
