import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startCore } from '../../test/core.ts'
import { seedSealedForm } from '../../test/sealed-fixtures.ts'
import { openAsClient, type SeededSession, seedClient, seedSession } from '../../test/session-fixtures.ts'
import { createEmptyDatabase, createLastingDatabase, type TestDatabase } from '../../test/test-database.ts'
import { anchorNow } from '../../test/trail-attacks.ts'
import { download, listDocuments, uploadAll } from '../../test/upload.ts'
import { verifyTrail } from '../audit/verification/verify-trail.ts'
import { ClientDirectory } from '../clients/list/client-directory.ts'
import { listArchivedTables } from '../operation/archive/archive-repository.ts'
import { openDatabase } from '../platform/database/database.ts'
import { exportTo } from './export.ts'
import { importFrom } from './import.ts'

let place: string
let archive: string
let bytes: Buffer
let database: TestDatabase
let clientId: string
let journey: SeededSession
/** Hashes without a key, public keys and pictures; what the trail's own key has made; and digests that may match nothing. */
const plainBytes = [
  'admin_invitations.token_hash',
  'admin_passkeys.public_key',
  'admin_recovery_codes.hash',
  'admin_recovery_codes.salt',
  'agency_settings.logo',
  'audit_anchors.digest',
  'audit_chains.carried_mac',
  'audit_chains.head',
  'audit_events.hash',
  'audit_events.mac',
  'client_changes.previous_digest',
  'envelopes.seal_mac',
  'files.original_sha256',
  'files.sha256',
  'former_values.digest',
  'password_resets.token_hash',
  'provider_messages.sha256',
  'review_copies.digest',
  'signing_codes.code_digest',
]

const content = Buffer.alloc(200_000, 'content')

const urlOf = ({ target }: TestDatabase) => ('url' in target ? target.url : expect.fail('There is no server'))
const settingsOf = (of: TestDatabase, data: string) => ({ DATABASE_URL: urlOf(of), DATA_DIR: data })

async function run(command: typeof exportTo, environment: NodeJS.ProcessEnv, ...args: string[]) {
  const lines: string[] = []
  await command(environment, args, (line) => lines.push(line))
  return lines.join('\n')
}

async function makeNew() {
  const empty = await createEmptyDatabase()
  onTestFinished(empty.drop)
  return {
    empty,
    data: mkdtempSync(join(place, 'new-')),
    settings: settingsOf(empty, mkdtempSync(join(place, 'new-'))),
  }
}

describe.runIf(process.env.TEST_DATABASE_URL)('the archive of the whole agency', () => {
  beforeAll(async () => {
    place = mkdtempSync(join(tmpdir(), 'archive-'))
    archive = join(place, 'agency.tar')
    database = await createLastingDatabase()
    const data = join(place, 'old')
    const core = await startCore({ DATA_DIR: data }, database)
    const admin = await core.admin()
    const names = { client_first_name: 'Íñigo "\\ \n,{}()', client_last_name: 'Montoya', ssn: '123-45-6789' }
    clientId = await seedClient(core, admin, names)
    await uploadAll(core, admin, clientId, [content])
    journey = await seedSession(core)
    await seedSealedForm(core, journey)
    await anchorNow(core)
    await core.close()
    await run(exportTo, settingsOf(database, data), '--to', archive, '--unencrypted')
    bytes = readFileSync(archive)
  })
  afterAll(async () => {
    await database.drop()
    rmSync(place, { recursive: true })
  })

  it('[BK-30] given an archive, when a new installation with keys of its own takes it in, then its export has the same bytes @full', async () => {
    const { settings, empty } = await makeNew()
    expect(await run(importFrom, settings, '--from', archive)).toMatch(
      /Took in .*\n.*\nThe audit trail holds: .* 1 sealed document/,
    )
    const again = join(settings.DATA_DIR, 'again.tar')
    await run(exportTo, settings, '--to', again, '--unencrypted')
    expect(readFileSync(again).equals(bytes)).toBe(true)

    const core = await startCore({ DATA_DIR: settings.DATA_DIR }, empty)
    onTestFinished(core.close)
    const admin = await core.logIn()
    expect(await verifyTrail(core.app.trailSource, undefined)).toMatchObject({ valid: true, documents: { checked: 1 } })
    const client = await openAsClient(core, journey.session)
    const url = `/sessionforms/session/${journey.session.id}`
    expect((await core.ask(client, { method: 'GET', url })).json().data).toHaveLength(1)
    const [document] = await listDocuments(core, admin, clientId)
    expect(document && (await download(core, document)).rawPayload.equals(content)).toBe(true)
    const { rows } = await new ClientDirectory(core.app.db, core.app.cipher).page({ q: '6789', limit: 9 }, 'all')
    expect(rows.map(({ id }) => id)).toEqual([clientId])
  })
  it('[BK-31] given an installation with data, when it takes an archive in, then it is refused, and nothing is changed', async () => {
    const { settings } = await makeNew()
    await run(importFrom, settings, '--from', archive)
    await expect(run(importFrom, settings, '--from', archive)).rejects.toThrow(
      'The database has tables with data. Name an empty one. Nothing was changed.',
    )
    const other = await makeNew()
    const used = { ...other.settings, DATA_DIR: settings.DATA_DIR }
    await expect(run(importFrom, used, '--from', archive)).rejects.toThrow('The file store is not empty')
  })

  const altered = (change: (copy: Buffer) => Uint8Array) => () => change(Buffer.from(bytes))
  const replaced = (from: string, to: string) =>
    altered((copy) => Buffer.from(copy.toString('latin1').replace(from, to), 'latin1'))
  const damages: [string, () => Uint8Array, string][] = [
    ['cut off', altered((copy) => copy.subarray(0, copy.length / 2)), 'Unexpected end of data'],
    [
      'without its end',
      altered((copy) => copy.subarray(0, copy.indexOf('SHA256SUMS'))),
      'The archive ends before SHA256SUMS',
    ],
    ['with another value', replaced('Montoya', 'Montana'), 'tables/clients/000001.jsonl is not what SHA256SUMS says'],
    ['with another file', replaced('contentcontent', 'contentCONTENT'), 'is not what SHA256SUMS says'],
    ['of a newer release', replaced('"format": 1', '"format": 2'), 'This archive is of a newer release'],
    ['of a newer schema', replaced('"018-', '"918-'), 'The archive is of a newer release, core-api'],
    ['of another product', () => Buffer.from('%PDF-1.7'.repeat(1_000)), 'This is no archive of an agency'],
  ]

  it('[BK-31] given a damaged or foreign archive, when it is taken in, then it is refused, and the whole one is taken in @full', async () => {
    const { settings } = await makeNew()
    const damaged = join(settings.DATA_DIR, 'damaged.tar')
    for (const [, make, reason] of damages) {
      writeFileSync(damaged, make())
      const refused = expect(run(importFrom, settings, '--from', damaged)).rejects
      await refused.toThrow(reason)
      await refused.toThrow('Nothing was changed.')
    }
    expect(await run(importFrom, settings, '--from', archive)).toContain('The audit trail holds')
  })

  it('[BK-32] given a public key, when an archive is made, then only its secret key takes it in', async () => {
    const { settings } = await makeNew()
    await run(importFrom, settings, '--from', archive)
    const path = (name: string) => join(settings.DATA_DIR, name)
    const [identity, other] = [await generateX25519Identity(), await generateX25519Identity()]
    writeFileSync(path('key.txt'), `${identity}\n`)
    writeFileSync(path('other.txt'), `${other}\n`)
    await expect(run(exportTo, settings, '--to', path('a.age'))).rejects.toThrow('Name the public key to encrypt for')
    await run(exportTo, settings, '--to', path('a.age'), '--recipient', await identityToRecipient(identity))
    expect(readFileSync(path('a.age')).includes('Montoya')).toBe(false)
    const { settings: fresh } = await makeNew()
    const take = (...key: string[]) => run(importFrom, fresh, '--from', path('a.age'), ...key)
    await expect(take()).rejects.toThrow('--identity names the file with the secret key')
    await expect(take('--identity', path('other.txt'))).rejects.toThrow('does not decrypt this archive')
    expect(await take('--identity', path('key.txt'))).toContain('The audit trail holds')
  })

  it('[BK-30] given a column of bytes, then an archive decrypts it, leaves it out, or has it as it is on purpose', async () => {
    const { db, close } = await openDatabase(database.target)
    onTestFinished(close)
    const { rows } = await sql<{ name: string }>`SELECT table_name || '.' || column_name AS name
      FROM information_schema.columns WHERE table_schema = 'public' AND udt_name IN ('bytea', '_bytea')
      ORDER BY table_name, column_name`.execute(db)
    const tables = await listArchivedTables(db, 'open')
    const asTheyAre = tables.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name}`))
    expect(rows.map(({ name }) => name).filter((name) => asTheyAre.includes(name))).toEqual(plainBytes)
  })
})
