import type { PrincipalStatement } from '@agency/contract/principal'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Core, startCore } from '../../../../test/core.ts'
import { ImportSteps } from '../../../../test/import-steps.ts'
import { seedCarrier, seedPolicy } from '../../../../test/policy-fixtures.ts'
import { seedClient } from '../../../../test/session-fixtures.ts'
import { readPolicies } from '../../policies/policy-service.ts'

let core: Core
let admin: PrincipalStatement
let imports: ImportSteps
beforeAll(async () => {
  core = await startCore({ RECORD_READS_LIMIT: '100000', RECORD_READS_ALERT: '100000' })
  admin = await core.admin()
  imports = new ImportSteps(core, admin)
})
afterAll(() => core.close())

const carriers = async (): Promise<{ id: string; name: string }[]> =>
  (await core.ask(admin, { method: 'GET', url: '/carriers' })).json().carriers

/** All that is stored of the policies of clients, but for ids, times and what each encryption makes anew. */
async function storedOf(clientIds: string[]) {
  const decrypted = await readPolicies(core.app, 'client_id', clientIds)
  const { rows } = await sql<{ id: string }>`SELECT id, search_keys::text, search_key_id::text, version,
    field_versions, deleted_at, (SELECT json_agg(json_build_object('status', status, 'date', date, 'by', recorded_by,
      'reason', encrypted_reason IS NOT NULL) ORDER BY id) FROM policy_statuses WHERE policy_id = policies.id) AS statuses,
    (SELECT json_agg(json_build_object('action', action, 'by', actor_id, 'from', address, 'client', client_id = policies.client_id,
      'fields', (SELECT array_agg(field ORDER BY field) FROM unnest(fields) AS field)) ORDER BY position)
      FROM audit_events WHERE subject_id = policies.id) AS events
    FROM policies`.execute(core.app.db)
  return decrypted.map((policy) => {
    const { id, client_id, created_at, updated_at, history, client_first_name, client_last_name, ...values } = policy
    const told = history.map(({ id: _id, recorded_at, ...entry }) => entry)
    const { id: _id, ...stored } = rows.find((row) => row.id === id) ?? expect.fail('no row')
    return { place: clientIds.indexOf(client_id), ...values, told, ...stored }
  })
}

describe('[BK-38] policies of many rows', () => {
  it('given rows that add and change policies, when imported at once, then all is stored as if done one by one @full', async () => {
    const people = 12
    const seed = async (last: string) => {
      const ids: string[] = []
      for (let n = 0; n < people; n++) {
        const name = { client_first_name: `Ann${n}`, client_last_name: last, dob: '1980-01-02' }
        ids.push(await seedClient(core, admin, name))
      }
      return ids
    }
    const carrier = await seedCarrier(core, 'Blocks Health')
    const [blocks, singles] = [await seed('Block'), await seed('Single')]
    const known = (n: number) => ({ number: `K-${n}000001`, premium: '10', status_date: '2026-01-01' })
    for (const clients of [blocks, singles]) {
      for (const [n, client] of clients.entries()) {
        if (n % 3 === 0) await seedPolicy(core, { client, carrier: carrier.id }, known(n))
      }
    }
    const added = (n: number) => ({
      ...{
        number: `N-${n}000002`,
        member_id: `M${n}`,
        application_id: `A${n}`,
        premium: `${n}.50`,
        notes: `Note ${n}`,
      },
      ...{ status_date: '2026-02-01', status_reason: n % 2 === 0 ? 'signed' : undefined, effective_date: '2026-02-01' },
    })
    const changes = {
      product: 'Gold',
      premium: '12',
      status: 'lapsed',
      status_date: '2026-03-01',
      status_reason: 'unpaid',
    }
    const head =
      `First Name,Last Name,DOB,Carrier,LOB,Policy Number,Policy Member ID,Policy Application ID,Policy Premium,
      Policy Notes,Policy State,Policy State Since,Policy State Reason,Policy Effective,Policy Plan`.replace(
        /\n\s+/g,
        '',
      )
    const file = [head]
    for (let n = 0; n < people; n++) {
      const start = `Ann${n},Block,1/2/1980,Blocks Health,ACA`
      const { number, member_id, application_id, premium, notes, status_reason = '' } = added(n)
      file.push(
        `${start},${number},${member_id},${application_id},${premium},${notes},Active,2/1/2026,${status_reason},2/1/2026,`,
      )
      if (n % 3 === 0) file.push(`${start},${known(n).number},,,12,,Lapsed,3/1/2026,unpaid,,Gold`)
    }
    const { counts } = await imports.import(file.join('\n'))
    expect(counts).toMatchObject({ updated: 16, policy_create: 12, policy_update: 4 })

    for (const [n, client] of singles.entries()) {
      const { status_reason, ...values } = added(n)
      const sent = status_reason === undefined ? values : { ...values, status_reason }
      const url = `/clients/${client}/policies`
      const [before] = (await core.ask(admin, { method: 'GET', url })).json().policies
      await seedPolicy(core, { client, carrier: carrier.id }, sent)
      if (!before) continue
      const answer = await core.ask(admin, { method: 'PATCH', url: `${url}/${before.id}`, payload: changes })
      expect(answer.statusCode, answer.body).toBe(200)
    }
    const [inBlocks, oneByOne] = [await storedOf(blocks), await storedOf(singles)]
    expect(inBlocks).toHaveLength(16)
    expect(inBlocks).toEqual(oneByOne)
    const verified = await core.ask(admin, { method: 'GET', url: '/audit/verification' })
    expect(verified.json()).toMatchObject({ valid: true })
  })

  it.each([
    ['', ['4701 terminated', '4702 terminated', '4703 active']],
    ['S1', ['4701 terminated', '4703 active']],
  ])(
    'given applications of a marketplace for one plan, member id %j, when imported and again, then the one in force stays beside the cancelled one',
    async (member, kept) => {
      const last = member === '' ? 'Market' : 'Exchange'
      const rows = ['Cancelled', 'Cancelled', 'Effectuated'].map(
        (status, n) => `${4701 + n},${member},${status},Al,${last},1/2/1970,AvMed,Gold,Health,500,1/1/2026`,
      )
      const head =
        'FFM App ID,FFM Subscriber ID,Status,First Name,Last Name,DOB,Issuer,Plan Name,Product Type,Premium,Effective Date'
      const file = [head, ...rows].join('\n')
      const { id } = await imports.import(file)
      const [client = ''] = (await imports.rows(id)).flatMap(({ client }) => client?.id ?? [])
      const stored = async () =>
        (await readPolicies(core.app, 'client_id', [client]))
          .map(({ application_id, status }) => `${application_id} ${status}`)
          .toSorted()
      expect(await stored()).toEqual(kept)
      const again = await imports.import(file)
      expect(again.counts).toMatchObject({ skipped: 3 })
      expect(await stored()).toEqual(kept)
    },
  )

  it('given a policy that lapsed and was reinstated, when both rows are imported, in any order and again, then the later status counts', async () => {
    const head = 'Policy Number,First Name,Last Name,DOB,Carrier,LOB,Effective Date,Status,Status Date'
    const row = (number: string, status: string) => `${number},Re,Stated,3/4/1970,AIG,Life,1/5/2001,${status}`
    const file = [
      head,
      row('L-300', 'Lapsed,3/1/2026'),
      row('L-300', 'Inforce,5/1/2026'),
      row('L-301', 'Inforce,5/1/2026'),
      row('L-301', 'Lapsed,3/1/2026'),
    ].join('\n')
    const { id } = await imports.import(file)
    const [{ client } = {}] = await imports.rows(id)
    const stored = async () =>
      (await readPolicies(core.app, 'client_id', [client?.id ?? '']))
        .map(({ number, status, status_date }) => [number, status, status_date])
        .toSorted()
    const both = [
      ['L-300', 'active', '2026-05-01'],
      ['L-301', 'active', '2026-05-01'],
    ]
    expect(await stored()).toEqual(both)
    await imports.import(file)
    expect(await stored()).toEqual(both)
    await imports.step(id, 'revert', 'reverted')
    expect(await stored()).toEqual([])
  })

  it('given a later status in an import that only fills, when checked and run, then it stays as above, and the row says so', async () => {
    const file = [
      'Policy Number,First Name,Last Name,DOB,Carrier,LOB,Effective Date,Status,Status Date',
      'L-310,On,Filling,3/4/1970,AIG,Life,1/5/2001,Lapsed,3/1/2026',
      'L-310,On,Filling,3/4/1970,AIG,Life,1/5/2001,Inforce,5/1/2026',
    ].join('\n')
    const { id } = await imports.import(file, { fill_only: true })
    const [, second] = await imports.rows(id)
    const told = second?.reasons.map(({ field, message }) => `${field} ${message}`.trim())
    expect(told).toContain('policy.status is not that of the row above, which stays')
    expect(told).toContain('has the policy of a row above: only what is empty there is filled')
    const stored = await readPolicies(core.app, 'client_id', [second?.client?.id ?? ''])
    expect(stored).toMatchObject([{ status: 'lapsed', status_date: '2026-03-01' }])
  })

  it('given a policy that was deleted since the check, when imported among others, then it alone is left out, and the row says why @full', async () => {
    const seed = (name: string) =>
      seedClient(core, admin, { client_first_name: name, client_last_name: 'Early', dob: '1980-01-02' })
    const [client, other] = [await seed('Eve'), await seed('Fay')]
    const carrier = await seedCarrier(core, 'Early Health')
    const policy = await seedPolicy(core, { client, carrier: carrier.id }, { number: 'R-1' })
    await seedPolicy(core, { client: other, carrier: carrier.id }, { number: 'R-2' })
    const row = (name: string, number: string) => `${name},Early,1/2/1980,Early Health,ACA,${number},Active,20`
    const head = 'First Name,Last Name,DOB,Carrier,LOB,Policy Number,Policy Status,Premium'
    const { id } = await imports.check([head, row('Eve', 'R-1'), row('Fay', 'R-2')].join('\n'))
    await core.ask(admin, { method: 'DELETE', url: `/clients/${client}/policies/${policy.id}` })
    await imports.step(id, 'run', 'done')
    const rows = await imports.rows(id)
    expect(rows.map(({ result, policy: outcome }) => [result, outcome])).toEqual([
      ['skipped', 'policy_fault'],
      ['updated', 'policy_update'],
    ])
    expect(rows[0]?.reasons[0]?.message).toMatch(/its policy is not there/)
  })
})

describe('[BK-38] names of carriers', () => {
  it('given the policy of a client with a longer name of its carrier, or with a new owner, when checked, then it is that policy, or said to be another client’s', async () => {
    const carrier = await seedCarrier(core, 'Transponder')
    const name = { client_first_name: 'Al', client_last_name: 'Ownerson', dob: '1950-01-02' }
    const client = await seedClient(core, admin, name)
    const values = { number: 'TL-90001', line: 'life', effective_date: '2020-05-01', premium: '80' } as const
    await seedPolicy(core, { client, carrier: carrier.id }, values)
    const row = (first: string, dob: string, carrierName: string, day: string) =>
      `${first},Ownerson,${dob},${carrierName},Life,TL-90001,Active,${day},80`
    const head = 'First Name,Last Name,DOB,Carrier,LOB,Policy Number,Policy Status,Effective Date,Premium'
    const long = 'Transponder Life Insurance Company'
    const rows = [row('Al', '1/2/1950', long, '5/1/2020'), row('Eva', '3/4/1952', 'Transponder', '5/1/2020')]
    const { id } = await imports.check([head, ...rows].join('\n'))
    const [own, passed] = await imports.rows(id)
    expect(own).toMatchObject({ outcome: 'skip', policy: null })
    expect(passed).toMatchObject({
      outcome: 'create',
      reasons: [{ field: 'policy.number', message: expect.stringContaining('of another client') }],
    })
    // Of another term, the longer name is that of another carrier.
    const other = await imports.check([head, row('Al', '1/2/1950', long, '6/1/2026')].join('\n'))
    expect((await imports.rows(other.id))[0]?.reasons).toEqual([
      { field: 'policy.carrier', message: 'is new: a carrier of this name is added' },
      expect.anything(),
    ])
  })

  it('given names that differ by case, blanks and legal form, when checked and imported, then they are one carrier, and the check says so @full', async () => {
    await seedCarrier(core, 'Ridge Life Insurance Company')
    const names = ['Ridge Life', 'ridge-life, Inc.', 'North Dental', 'NorthDental Co.', 'North Dental Plan', 'Ridge']
    const lines = names.map((name, n) => `Bo${n},Carried,1/${n + 1}/1980,"${name}",Dental,C-${n},Active`)
    const file = ['First Name,Last Name,DOB,Carrier,LOB,Policy Number,Policy Status', ...lines].join('\n')
    const { id } = await imports.check(file)
    const isNew = 'is new: a carrier of this name is added'
    expect((await imports.rows(id)).map(({ reasons }) => reasons.map(({ message }) => message))).toEqual([
      ['is taken for the carrier Ridge Life Insurance Company'],
      ['is taken for the carrier Ridge Life Insurance Company'],
      [isNew],
      ['is taken for the carrier North Dental'],
      [isNew],
      [isNew],
    ])
    await imports.step(id, 'run', 'done')
    expect((await carriers()).map(({ name }) => name).filter((name) => /ridge|north/i.test(name))).toEqual([
      'North Dental',
      'North Dental Plan',
      'Ridge',
      'Ridge Life Insurance Company',
    ])
    await imports.step(id, 'revert', 'reverted')
    expect((await carriers()).map(({ name }) => name).filter((name) => /ridge|north/i.test(name))).toEqual([
      'Ridge Life Insurance Company',
    ])
  })
})
