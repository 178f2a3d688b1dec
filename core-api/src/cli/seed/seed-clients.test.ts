import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ClientRecord } from '@agency/contract/clients'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openMigratedDatabase } from '../../../test/migrated-database.ts'
import { verifyTrail } from '../../audit/verification/verify-trail.ts'
import { ClientDirectory } from '../../clients/list/client-directory.ts'
import { toRecord } from '../../clients/record/client-storage.ts'
import { openAuditKey } from '../../platform/audit-trail/open-audit-key.ts'
import type { Database } from '../../platform/database/database.ts'
import { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { keyringOf } from '../../platform/encryption/keyring.ts'
import { DiskRoot } from '../../platform/files/disk-root.ts'
import { EncryptedStore } from '../../platform/files/encrypted-store.ts'
import { findSession } from '../../sessions/sessions/session-repository.ts'
import { makeClient } from './client-factory.ts'
import { seedClients } from './seed-clients.ts'

const keyring = keyringOf(randomBytes(32))
const cipher = new FieldCipher(keyring)
const someDay = new Date('2026-05-04T12:00:00Z')

async function emptyDatabase() {
  const { db, close } = await openMigratedDatabase()
  onTestFinished(close)
  return db
}

/** What verification reads, beside an empty file store. */
async function sourceOf(db: Database) {
  const directory = mkdtempSync(join(tmpdir(), 'seed-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const store = new EncryptedStore(keyring, new DiskRoot(directory))
  return { db, key: await openAuditKey(db, cipher), store, verifyDocuments: async () => ({ ids: [], broken: [] }) }
}

async function readRecords(db: Database): Promise<ClientRecord[]> {
  const rows = await db.selectFrom('clients').selectAll().execute()
  return rows.map((row) => toRecord(row, cipher))
}

/** What does not depend on when the seed was made. */
const lasting = ({ id: _, created_at: __, updated_at: ___, next_f_u_date: ____, ...values }: ClientRecord) => values
const byEmail = (a: { primary_email: string | null }, b: { primary_email: string | null }) =>
  (a.primary_email ?? '').localeCompare(b.primary_email ?? '')

describe('made-up clients', () => {
  const people = Array.from({ length: 2_000 }, (_, n) => makeClient(1, n, someDay).values)
  const share = (holds: (values: (typeof people)[number]) => boolean) => people.filter(holds).length / people.length

  it('given their numbers, when looked at, then none can belong to anyone @full', () => {
    const text = JSON.stringify(people)
    for (const { ssn, spouse_ssn, primary_phone, primary_email } of people) {
      for (const number of [ssn, spouse_ssn]) expect(number ?? '900').toMatch(/^(000|9\d\d)/)
      expect(primary_phone).toMatch(/^\d{3}55501\d\d$/)
      expect(primary_email).toMatch(/^[\w.]+@example\.(com|org|net)$/)
    }
    expect(text).not.toContain('undefined')
  })

  it('given many, when counted, then languages, accents and statuses are as in an agency', () => {
    expect(share(({ status }) => status === 'active')).toBeCloseTo(0.7, 1)
    expect(share(({ status }) => status === 'cancelled')).toBeCloseTo(0.1, 1)
    expect(share(({ pref_lang }) => pref_lang === 'Spanish')).toBeCloseTo(0.2, 1)
    expect(share(({ pref_lang }) => pref_lang === 'Portuguese')).toBeCloseTo(0.1, 1)
    expect(share((values) => /[À-ÿ]/.test(`${values.client_first_name}${values.client_last_name}`))).toBeGreaterThan(
      0.1,
    )
    expect(share(({ next_f_u_date }) => next_f_u_date !== null)).toBeCloseTo(0.45, 1)
  })

  it('given another number of the seed, when made, then they are others', () => {
    expect(makeClient(2, 0, someDay).values).not.toEqual(makeClient(1, 0, someDay).values)
    expect(makeClient(1, 1, someDay).values).not.toEqual(makeClient(1, 0, someDay).values)
  })
})

describe('a seeded database', () => {
  it('given the same seed, when two databases are filled, then with the same people @full', async () => {
    const filled: object[][] = []
    for (let run = 0; run < 2; run++) {
      const db = await emptyDatabase()
      await seedClients({ db, cipher, clients: 50, seed: 7, add: false })
      filled.push((await readRecords(db)).map(lasting).sort(byEmail))
    }
    expect(filled[0]).toHaveLength(50)
    expect(filled[1]).toEqual(filled[0])
  })

  it('given clients already, when seeded, then it is refused, and with `add` others join them @full', async () => {
    const db = await emptyDatabase()
    await seedClients({ db, cipher, clients: 30, seed: 1, add: false })
    await expect(seedClients({ db, cipher, clients: 30, seed: 1, add: false })).rejects.toThrow('There are 30 clients')
    await seedClients({ db, cipher, clients: 30, seed: 1, add: true })
    const records = (await readRecords(db)).map(lasting)
    expect(new Set(records.map((record) => JSON.stringify(record))).size).toBe(60)
  })

  it('given seeded data, when the product reads it, then chains, sessions, totals and seals are valid @full', async () => {
    const db = await emptyDatabase()
    const { sessions } = await seedClients({ db, cipher, clients: 60, seed: 3, add: false })
    expect((await verifyTrail(await sourceOf(db), undefined)).broken).toEqual([])
    expect((await new ClientDirectory(db, cipher).counts('all')).all).toBe(60)
    const stored = await db.selectFrom('sessions').select(['id', 'encrypted_passcode']).execute()
    expect(stored).toHaveLength(sessions)
    const [first] = stored
    const session = await findSession(db, first?.id ?? '')
    const passcode = cipher.decrypt(first?.encrypted_passcode ?? Buffer.alloc(0), {
      table: 'sessions',
      id: first?.id ?? '',
      purpose: 'passcode',
    })
    expect(passcode).toBe(`${session?.client_last_name?.toLowerCase()}${session?.primary_phone?.slice(-4)}`)
    const rows = await db.selectFrom('clients').selectAll().execute()
    expect(new Set(rows.map(({ profile }) => profile))).toEqual(new Set([null]))
    const dump = JSON.stringify(rows)
    const { ssn } = (await readRecords(db)).find((record) => record.ssn) ?? {}
    expect(ssn).toBeTruthy()
    expect(dump).not.toContain(ssn)
  })
})
