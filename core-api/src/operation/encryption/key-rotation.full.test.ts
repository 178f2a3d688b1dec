import { randomBytes } from 'node:crypto'
import type { PrincipalStatement } from '@agency/contract/principal'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Core, startCore } from '../../../test/core.ts'
import { seedClient, seedSession } from '../../../test/session-fixtures.ts'
import { download, listDocuments, uploadAll } from '../../../test/upload.ts'
import { openAuditKey } from '../../platform/audit-trail/open-audit-key.ts'
import { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { keyringOf } from '../../platform/encryption/keyring.ts'
import { openStore } from '../../platform/files/open-store.ts'
import { listEncryptedTables } from './encrypted-value-repository.ts'
import { isNothingLeft, type KeysLeft, rotateOnce } from './rotate-once.ts'

const [oldKey, newKey] = [randomBytes(32), randomBytes(32)]
const [oldRing, newRing, ring] = [keyringOf(oldKey), keyringOf(newKey), keyringOf(newKey, oldKey)]
const both = { MASTER_KEY: newKey.toString('base64'), MASTER_KEY_PREVIOUS: oldKey.toString('base64') }
const fourBlobs = {
  ssn: '123-45-6789',
  card_number: '4242424242424242',
  mp_pass: 'a password',
  dep1_ssn: '987-65-4321',
}

const rotate = (core: Core, signal = new AbortController().signal): Promise<KeysLeft> =>
  rotateOnce({ ...services(core), keyring: ring, signal, keepOlderFor: 0, keepUnfinishedFor: 0 })

const services = ({ app: { db, cipher, fileStore, log } }: Core) => ({ db, cipher, fileStore, log })

/** Rotates until nothing is left; the service may do so at the same time. */
const rotateAll = (core: Core) =>
  vi.waitFor(async () => expect(isNothingLeft(await rotate(core))).toBe(true), { timeout: 120_000 })

const read = (core: Core, as: PrincipalStatement, id: string) => core.ask(as, { method: 'GET', url: `/clients/${id}` })

describe('the rotation of keys', () => {
  let core: Core
  let admin: PrincipalStatement
  beforeAll(async () => {
    core = await startCore(both)
    admin = await core.admin()
  })
  afterAll(() => core.close())

  /** Lets the service write with the older key, as it did before the newer one came. */
  async function withOldKey<Result>(write: () => Promise<Result>): Promise<Result> {
    const older = { cipher: new FieldCipher(oldRing), files: (await openStore(core.config, oldRing)).store }
    const spies = [
      vi.spyOn(core.app.cipher, 'encrypt').mockImplementation((...given) => older.cipher.encrypt(...given)),
      vi.spyOn(core.app.cipher, 'digest').mockImplementation((value) => older.cipher.digest(value)),
      vi.spyOn(core.app.fileStore, 'put').mockImplementation((...given) => older.files.put(...given)),
    ]
    try {
      return await write()
    } finally {
      for (const spy of spies) spy.mockRestore()
    }
  }

  const seedClients = async (count: number): Promise<string[]> => {
    const ids: string[] = []
    for (let n = 0; n < count; n++) ids.push(await seedClient(core, admin, { ...fourBlobs, ssn: `900-00-${1000 + n}` }))
    return ids
  }

  /** Binary columns that hold no encrypted value, by their names. */
  const unencrypted = '(digest|hash|mac|sha256|salt|public_key|head|bucket|logo|shape|search_key_id|^key)$'

  it('given every column of encrypted values, when compared with those that are rotated, then none is missing', async () => {
    const { rows } = await sql<{ name: string }>`
      SELECT table_name || '.' || column_name AS name FROM information_schema.columns
      WHERE table_schema = 'public'
        AND data_type = 'bytea' AND column_name !~ ${unencrypted}`.execute(core.app.db)
    const tables = await listEncryptedTables(core.app.db)
    const rotated = tables.flatMap(({ table, columns }) => columns.map(({ column }) => `${table}.${column}`))
    expect(rows.map(({ name }) => name).sort()).toEqual(rotated.sort())
  })

  it('given the audit trail, when the keys have been rotated, then it holds with the newest key alone', async () => {
    const { db, auditKey } = core.app
    await rotateAll(core)
    const { encrypted_key } = await db.selectFrom('audit_keys').select('encrypted_key').executeTakeFirstOrThrow()
    expect(encrypted_key.subarray(1, 5)).toEqual(newRing.newest.id)
    const key = await openAuditKey(db, new FieldCipher(newRing))
    expect(key.mac('result', { a: 1 })).toEqual(auditKey.mac('result', { a: 1 }))
    const verified = await core.ask(admin, { method: 'GET', url: '/audit/verification' })
    expect(verified.json()).toMatchObject({ valid: true })
  })

  it('given an interrupted rotation, when it continues, then only the remaining values are rotated', async () => {
    const ids = await withOldKey(() => seedClients(60))
    const stop = new AbortController()
    const { encrypt } = core.app.cipher
    const counted = vi.spyOn(core.app.cipher, 'encrypt').mockImplementation((...given) => {
      stop.abort()
      return encrypt.apply(core.app.cipher, given)
    })
    const { values } = await rotate(core, stop.signal)
    counted.mockRestore()
    expect(values.clients).toBeGreaterThan(0)
    expect(values.clients).toBeLessThan(60)
    await rotateAll(core)
    const onNew = new FieldCipher(newRing)
    vi.spyOn(core.app.cipher, 'decrypt').mockImplementation((...given) => onNew.decrypt(...given))
    for (const [n, id] of ids.entries()) expect((await read(core, admin, id)).json().ssn).toBe(`900-00-${1000 + n}`)
    vi.restoreAllMocks()
  })

  it('given values of a damaged record, when rotated, then they are unchanged and counted, and the others are rotated', async () => {
    const [damaged = '', whole = ''] = await withOldKey(() => seedClients(2))
    await sql`UPDATE clients SET encrypted_family = overlay(encrypted_family placing '\\x00'::bytea from 30)
      WHERE id = ${damaged}`.execute(core.app.db)
    expect((await rotate(core)).values.clients).toBe(1)
    const onNew = new FieldCipher(newRing)
    vi.spyOn(core.app.cipher, 'decrypt').mockImplementation((...given) => onNew.decrypt(...given))
    expect((await read(core, admin, whole)).statusCode).toBe(200)
    vi.restoreAllMocks()
    await sql`DELETE FROM clients WHERE id = ${damaged}`.execute(core.app.db)
  })

  it('given an edit that began before, when it is saved after, then it merges as if nothing had been', async () => {
    const id = await seedClient(core, admin, { ssn: '1', occupation: 'Baker' })
    const put = (payload: object) =>
      core.ask(admin, { method: 'PUT', url: `/clients/${id}`, payload, headers: { 'if-match': '"1"' } })
    await withOldKey(() => put({ ssn: '2' }))
    await rotateAll(core)
    const merged = await put({ ssn: '1', occupation: 'Cook' })
    expect([merged.statusCode, merged.json().ssn, merged.json().occupation]).toEqual([200, '2', 'Cook'])
    expect((await put({ ssn: '3' })).statusCode).toBe(409)
  })

  it('given values moved to another record, purpose or table, when read, then they do not open', async () => {
    const [one = '', two = ''] = await seedClients(2)
    const { session } = await seedSession(core)
    await sql`UPDATE clients SET encrypted_identity = (SELECT encrypted_identity FROM clients WHERE id = ${two})
      WHERE id = ${one}`.execute(core.app.db)
    expect((await read(core, admin, one)).statusCode).toBe(500)
    await sql`UPDATE clients SET encrypted_identity = encrypted_payment WHERE id = ${two}`.execute(core.app.db)
    expect((await read(core, admin, two)).statusCode).toBe(500)
    await sql`UPDATE sessions SET encrypted_passcode = (SELECT encrypted_identity FROM clients WHERE id = ${one})
      WHERE id = ${session.id}`.execute(core.app.db)
    const url = `/session/${session.session_code}/details`
    expect((await core.ask(admin, { method: 'GET', url })).statusCode).toBe(500)
    await sql`DELETE FROM sessions WHERE id = ${session.id}`.execute(core.app.db)
    await sql`DELETE FROM clients WHERE id IN (${one}, ${two})`.execute(core.app.db)
  })

  it('given reads and writes during a rotation, when all values are re-encrypted, then no read fails and no write is lost', async () => {
    const ids = await withOldKey(() => seedClients(80))
    const contents = Array.from({ length: 8 }, () => randomBytes(500_000))
    const [owner = ''] = ids
    await withOldKey(() => uploadAll(core, admin, owner, contents))
    const documents = await listDocuments(core, admin, owner)
    const sorted = (buffers: Buffer[]) => buffers.map((content) => content.toString('base64')).sort()

    let done = false
    const written = new Map<string, string>()
    const statuses = new Set<number>()
    const write = async (id: string, n: number) => {
      const payload = { ssn: `900-11-${n}` }
      const answer = await core.ask(admin, { method: 'PUT', url: `/clients/${id}`, payload })
      statuses.add(answer.statusCode)
      written.set(id, payload.ssn)
    }
    const work = async (share: string[]) => {
      for (let n = 0; !done; n++) {
        const id = share[n % share.length] ?? ''
        if (n % 2 === 0) await write(id, n)
        const answer = await read(core, admin, id)
        statuses.add(answer.statusCode)
        expect(answer.json()).toMatchObject({ ...fourBlobs, ssn: written.get(id) ?? answer.json().ssn })
      }
    }
    const readFiles = async () => {
      while (!done) {
        const answers = await Promise.all(documents.map((document) => download(core, document)))
        expect(sorted(answers.map(({ rawPayload }) => rawPayload))).toEqual(sorted(contents))
      }
    }
    const workers = [work(ids.slice(0, 40)), work(ids.slice(40)), readFiles()]
    await rotateAll(core)
    done = true
    await Promise.all(workers)
    expect([...statuses]).toEqual([200])
    expect(written.size).toBeGreaterThan(0)
    for (const [id, ssn] of written) expect((await read(core, admin, id)).json().ssn).toBe(ssn)
  })
})
