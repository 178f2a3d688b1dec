import type { ImportRow } from '@agency/contract/client-imports'
import type { Policy } from '@agency/contract/policies'
import type { PrincipalStatement } from '@agency/contract/principal'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Core, startCore } from '../../../test/core.ts'
import { ImportSteps } from '../../../test/import-steps.ts'
import { seedCarrier, seedPolicy } from '../../../test/policy-fixtures.ts'
import { seedClient } from '../../../test/session-fixtures.ts'
import { listArchivedTables, readRows } from '../../operation/archive/archive-repository.ts'
import { toLines } from '../../operation/archive/archived-lines.ts'

let core: Core
let admin: PrincipalStatement
let imports: ImportSteps
beforeAll(async () => {
  core = await startCore({ RECORD_READS_LIMIT: '100000', RECORD_READS_ALERT: '100000' })
  admin = await core.admin()
  imports = new ImportSteps(core, admin)
})
afterAll(() => core.close())

/** What tells of changes: a revert adds to it. */
const logs = /^(?:audit_|client_change|client_import|contact_changes$|files$|jobs$|record_reads|rate_)/
/** What each change raises. */
const counted = ['version', 'updated_at', 'field_versions']
/** Digests, which are made of the values. */
const digests = sql<{ key: string; row: string }>`
  SELECT 'digests of ' || id AS key, row(match_keys, search_keys, field_keys)::text AS row FROM clients
  UNION ALL SELECT 'digests of ' || id, search_keys::text FROM policies
  UNION ALL SELECT 'match keys of ' || client_id, string_agg(key::text, ' ' ORDER BY key)
    FROM client_match_keys GROUP BY client_id`

/** All rows of the database by table and id, decrypted, but for logs and counters. */
async function dump(): Promise<Map<string, unknown>> {
  const { db, cipher } = core.app
  return db.transaction().execute(async (trx) => {
    const found = new Map<string, unknown>((await digests.execute(trx)).rows.map(({ key, row }) => [key, row]))
    for (const table of await listArchivedTables(trx, 'open')) {
      if (logs.test(table.name)) continue
      for await (const rows of readRows(trx, 'open', table)) {
        for (const line of toLines(table, rows, cipher).split('\n').filter(Boolean)) {
          const row = JSON.parse(line)
          const key = `${table.name} ${table.key.map((name) => row[name]).join(' ')}`
          const changedAt = new Date(row.updated_at).getTime()
          for (const name of counted) delete row[name]
          // A revert sets it back to the millisecond, for clients.
          if (table.name === 'clients') row.changedAt = changedAt
          found.set(key, row)
        }
      }
    }
    return found
  })
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** A row with its decrypted fields beside its columns. */
function fieldsOf(row: unknown): Map<string, string> {
  if (!isObject(row)) return new Map([['', String(row)]])
  return new Map(
    Object.entries(row).flatMap(([name, value]) => {
      if (name !== 'decrypted' || !isObject(value)) return [[name, JSON.stringify(value)]]
      return Object.entries(value).flatMap(([purpose, text]): [string, string][] => {
        if (typeof text !== 'string' || !text.startsWith('{')) return [[purpose, String(text)]]
        return Object.entries(JSON.parse(text)).map(([field, each]) => [field, String(each)])
      })
    }),
  )
}

/** Rows that are changed, with their fields; those that are only there after, and those that were only there before. */
function differences(before: Map<string, unknown>, after: Map<string, unknown>) {
  const changed = new Map<string, string[]>()
  for (const [key, row] of before) {
    const [former, present] = [fieldsOf(row), fieldsOf(after.get(key))]
    const names = new Set([...former.keys(), ...present.keys()])
    const fields = [...names].filter((name) => former.get(name) !== present.get(name))
    if (after.has(key) && fields.length > 0) changed.set(key, fields.toSorted())
  }
  return {
    changed,
    added: [...after].filter(([key]) => !before.has(key)),
    gone: [...before.keys()].filter((key) => !after.has(key)),
  }
}

async function allRows(id: string): Promise<ImportRow[]> {
  const rows: ImportRow[] = []
  for (;;) {
    const page = await imports.rows(id, `?offset=${rows.length}`)
    if (page.length === 0) return rows
    rows.push(...page)
  }
}

const send = async (method: 'POST' | 'PUT' | 'PATCH', url: string, payload: object) => {
  const answer = await core.ask(admin, { method, url, payload })
  expect(answer.statusCode, answer.body).toBeLessThan(300)
}
const policyOf = async (client: string): Promise<Policy> =>
  (await core.ask(admin, { method: 'GET', url: `/clients/${client}/policies` })).json().policies[0]
async function editPolicy(client: string, changes: object): Promise<string> {
  const { id } = await policyOf(client)
  await send('PATCH', `/clients/${client}/policies/${id}`, changes)
  return id
}
const carrierNames = async (): Promise<string[]> =>
  (await core.ask(admin, { method: 'GET', url: '/carriers' })).json().carriers.map(({ name }: { name: string }) => name)

/** Does to each of so many what an edit does. @returns those that are next */
async function each<One>(all: One[], count: number, edit: (one: One) => Promise<void>): Promise<One[]> {
  const some = all.splice(0, count)
  expect(some).toHaveLength(count)
  for (const one of some) await edit(one)
  return some
}

describe('[BK-05] a revert after edits', () => {
  it('given 50 edits of what an import has updated and added, when reverted, then they are named by field, and every other row is as before @full', async () => {
    const carrier = await seedCarrier(core, 'Known Health')
    const known: string[] = []
    for (let n = 0; n < 60; n++) {
      const id = await seedClient(core, admin, {
        client_first_name: `Ann${n}`,
        client_last_name: 'Before',
        dob: '1980-01-02',
        ssn: `111-22-${3_000 + n}`,
        occupation: 'Nurse',
        primary_phone: `305-555-${1_000 + n}`,
      })
      const policy = { number: `K-${n}`, premium: '100', status_date: '2026-01-01', status_reason: 'signed' }
      if (n % 2 === 0) await seedPolicy(core, { client: id, carrier: carrier.id }, policy)
      if (n % 3 === 0) await send('PUT', `/clients/${id}/tags`, { add: ['VIP'] })
      if (n % 5 === 0) await send('POST', `/clients/${id}/notes`, { text: '<p>Called</p>' })
      known.push(id)
    }
    const before = await dump()
    const head =
      'First Name,Last Name,DOB,Phone,SSN,Occupation,Language,Do Not Call,Carrier,LOB,Policy Number,Policy Status,Premium'
    const line = (name: string, carrierName: string, number: string, n: number) =>
      `${name},Before,1/2/1980,305-555-${n + (name.startsWith('Ann') ? 1_000 : 7_000)},,Pilot,ES,${n % 4 === 0 ? 'X' : ''},${carrierName},ACA,${number},Termed,250`
    const file = [
      head,
      ...known.map((_id, n) => line(`Ann${n}`, n % 2 === 0 ? 'Known Health Inc.' : 'Fresh Dental', `K-${n}`, n)),
      ...Array.from({ length: 60 }, (_, n) =>
        line(`Zoe${String.fromCharCode(65 + (n % 26))}${n}`, n < 30 ? 'Fresh Vision' : 'Gone Life', `Z-${n}`, n),
      ),
      // Further rows of the same clients.
      ...known.slice(0, 10).map((_id, n) => line(`Ann${n}`, 'Second Dental', `S-${n}`, n)),
    ].join('\n')
    const { id, counts } = await imports.import(file)
    expect(counts).toMatchObject({ created: 60, updated: 70, policy_create: 100, policy_update: 30 })
    const rows = await allRows(id)
    const added = rows.filter(({ result }) => result === 'created').map(({ client }) => client?.id ?? '')
    const numberOf = (clientId: string) => rows.find(({ client }) => client?.id === clientId)?.number ?? 0

    const expected = new Map<number, string[]>()
    const name = (clients: string[], fields: string[]) => {
      for (const client of clients) expected.set(numberOf(client), fields)
    }
    const [twice, others] = [known.slice(0, 10), known.slice(10)]
    const put = (values: object) => (client: string) => send('PUT', `/clients/${client}`, values)
    const chefs = await each(twice, 5, put({ occupation: 'Chef' }))
    name(chefs, ['occupation'])
    const speakers = await each(others, 10, put({ occupation: 'Chef', pref_lang: 'Portuguese' }))
    name(speakers, ['pref_lang', 'occupation'])
    const withPolicy = others.filter((_client, n) => n % 2 === 0)
    const edited: string[] = []
    name(
      await each(withPolicy, 10, async (client) => {
        edited.push(await editPolicy(client, { premium: '251', notes: 'asked' }))
      }),
      ['policy.premium'],
    )
    const fresh = added.slice(0, 25)
    const waiting = [...fresh]
    const keptPolicies: string[] = []
    name(await each(waiting, 5, put({ city_of_birth: 'Rome' })), ['city_of_birth'])
    name(await each(waiting, 5, (client) => send('PUT', `/clients/${client}/tags`, { add: ['Hot'] })), ['tags'])
    name(await each(waiting, 5, (client) => send('POST', `/clients/${client}/notes`, { text: '<p>x</p>' })), ['notes'])
    name(
      await each(waiting, 10, async (client) => {
        keptPolicies.push(await editPolicy(client, { product: 'Gold' }))
      }),
      ['policies', 'policy.product'],
    )
    expect(expected.size).toBe(50)

    const reverted = await imports.step(id, 'revert', 'reverted')
    expect(reverted.counts).toMatchObject({ reverted: 80, kept: 50 })
    const kept = (await allRows(id)).filter(({ result }) => result === 'kept')
    expect(new Map(kept.map((row) => [row.number, row.kept.toSorted()]))).toEqual(
      new Map(
        [...expected].sort(([one], [other]) => one - other).map(([number, fields]) => [number, fields.toSorted()]),
      ),
    )
    const { changed, added: stay, gone } = differences(before, await dump())
    expect(gone).toEqual([])
    expect(new Map([...changed].filter(([key]) => !key.startsWith('digests')))).toEqual(
      new Map<string, string[]>([
        ...chefs.map((client): [string, string[]] => [`clients ${client}`, ['changedAt', 'occupation']]),
        ...speakers.map((client): [string, string[]] => [
          `clients ${client}`,
          ['changedAt', 'occupation', 'pref_lang'],
        ]),
        ...edited.map((policy): [string, string[]] => [`policies ${policy}`, ['notes', 'premium']]),
      ]),
    )
    const digested = [...changed.keys()].filter((key) => key.startsWith('digests'))
    expect(digested.toSorted()).toEqual([...chefs, ...speakers].map((client) => `digests of ${client}`).toSorted())
    const isOfKept = ([key, row]: [string, unknown]) => {
      const text = `${key} ${JSON.stringify(row)}`
      return fresh.some((client) => text.includes(client)) || keptPolicies.some((policy) => text.includes(policy))
    }
    expect(stay.filter((each) => !isOfKept(each)).map(([, row]) => row)).toMatchObject([
      { name: 'Fresh Vision' },
      { name: 'Hot' },
    ])
    expect(await carrierNames()).toEqual(['Fresh Vision', 'Known Health'])
  })

  it('given two files that add and change the same clients and policies, when the later import and then the former one are reverted, then nothing of them is left @full', async () => {
    const known = await seedClient(core, admin, {
      client_first_name: 'Ann',
      client_last_name: 'Twofold',
      dob: '1980-01-02',
    })
    const carrier = await seedCarrier(core, 'Twofold Health')
    await seedPolicy(core, { client: known, carrier: carrier.id }, { number: 'T-1', premium: '10' })
    const before = await dump()
    const head = 'First Name,Last Name,DOB,Occupation,City of Birth,Carrier,LOB,Policy Number,Policy Status,Premium'
    const file = (occupation: string, premium: number) =>
      ['Ann', 'Zoe'].flatMap((name, n) => [
        `${name},Twofold,1/2/1980,${occupation},,Twofold Health,ACA,T-${n + 1},Active,${premium}`,
        `${name},Twofold,1/2/1980,,${occupation}ville,Twofold Health,ACA,T-${n + 1},,`,
      ])
    const former = await imports.import([head, ...file('Pilot', 20)].join('\n'))
    const later = await imports.import([head, ...file('Baker', 30)].join('\n'))
    expect(later.counts).toMatchObject({ updated: 2, policy_update: 2 })
    expect((await imports.step(later.id, 'revert', 'reverted')).counts).not.toHaveProperty('kept')
    expect((await imports.step(former.id, 'revert', 'reverted')).counts).not.toHaveProperty('kept')
    expect(differences(before, await dump())).toEqual({ changed: new Map(), added: [], gone: [] })
  })

  it('given a later import of the same clients, when the former one is read, then it names the later file, until that is reverted', async () => {
    const row = (phone: string) => `First Name,Last Name,DOB,Phone\nLea,Later,1/2/1971,${phone}\n`
    const first = await imports.import(row('305-555-0101'))
    const laterOf = async () => (await imports.ask('GET', first.id)).json().later
    expect(await laterOf()).toEqual([])
    const second = await imports.import(row('305-555-0102'))
    expect(await laterOf()).toEqual(['book.csv'])
    await imports.step(second.id, 'revert', 'reverted')
    expect(await laterOf()).toEqual([])
  })

  it('given a file that was checked while its people were there, when the import that added them is reverted, then it is to be checked again, and adds them', async () => {
    const file = 'First Name,Last Name,Email\nUna,Reopened,una@mail.example\n'
    const { id } = await imports.import(file)
    const checked = await imports.check(file)
    expect(checked.counts).toMatchObject({ skip: 1 })
    await imports.step(id, 'revert', 'reverted')
    const open = (await core.ask(admin, { url: `/client-imports/${checked.id}` })).json()
    expect([open.state, open.fault]).toEqual(['open', expect.stringMatching(/check its rows again/)])
    const run = await core.ask(admin, { method: 'POST', url: `/client-imports/${checked.id}/run` })
    expect(run.statusCode).toBe(409)
    expect((await imports.step(checked.id, 'check', 'checked')).counts).toMatchObject({ create: 1 })
  })
})
