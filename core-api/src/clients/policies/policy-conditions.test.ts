import type { PrincipalStatement } from '@agency/contract/principal'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Core, startCore } from '../../../test/core.ts'
import { seedCarrier, seedPolicy } from '../../../test/policy-fixtures.ts'
import { seedClient } from '../../../test/session-fixtures.ts'

let core: Core
let admin: PrincipalStatement
const carriers = new Map<string, string>()
const idOf = (carrier: string) => carriers.get(carrier) ?? ''

const ask = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
  core.ask(admin, { method, url, ...(payload && { payload }) })

beforeAll(async () => {
  core = await startCore()
  admin = await core.admin()
  for (const name of ['Ambetter', 'Oscar']) carriers.set(name, (await seedCarrier(core, name)).id)
  const clients: Record<string, { carrier: string; values?: object }[]> = {
    Ana: [{ carrier: 'Ambetter', values: { line: 'part_d', renewal_date: '2026-07-01', premium: '12.50' } }],
    // Each condition holds for one of them, and no policy meets both.
    Bob: [
      { carrier: 'Ambetter', values: { status: 'terminated', renewal_date: '2026-07-01', product: 'Wellcare Value' } },
      { carrier: 'Oscar', values: { line: 'dental', renewal_date: '2027-01-01' } },
    ],
    Cy: [],
    Dee: [{ carrier: 'Oscar' }],
  }
  for (const [first, policies] of Object.entries(clients)) {
    const client = await seedClient(core, admin, { client_first_name: first })
    for (const { carrier, values } of policies) {
      const { id } = await seedPolicy(core, { client, carrier: idOf(carrier) }, values)
      if (first === 'Dee') await ask('DELETE', `/clients/${client}/policies/${id}`)
    }
  }
})
afterAll(() => core.close())

type Sent = [field: string, operator: string, ...values: string[]]
const whereOf = (match: string, conditions: Sent[]) =>
  JSON.stringify({
    match,
    conditions: conditions.map(([field, operator, ...values]) => ({
      ...{ field, operator, values: values.map((value) => carriers.get(value) ?? value) },
    })),
  })
const list = (match: string, ...conditions: Sent[]) =>
  ask(
    'GET',
    `/clients?limit=9&sort=client_first_name&date=2026-06-15&where=${encodeURIComponent(whereOf(match, conditions))}`,
  )
const found = async (match: string, ...conditions: Sent[]) =>
  (await list(match, ...conditions))
    .json()
    .map(({ client_first_name }: { client_first_name: string }) => client_first_name)
    .join(' ')

describe('[BK-35] conditions on the policies of clients', () => {
  it.each<[Sent[], string]>([
    [[['policy.carrier_id', 'is', 'Ambetter']], 'Ana Bob'],
    [[['policy.carrier_id', 'is_not', 'Ambetter']], 'Bob'],
    [[['policy.carrier_id', 'is', 'Oscar']], 'Bob'],
    [[['policy.line', 'is', 'part_d', 'dental']], 'Ana Bob'],
    [[['policy.product', 'contains', 'wellCARE']], 'Bob'],
    [[['policy.premium', 'at_most', '12.50']], 'Ana'],
    [[['policy.renewal_date', 'within_next', '60']], 'Ana Bob'],
    [
      [
        ['policy.renewal_date', 'within_next', '60'],
        ['policy.status', 'is', 'active'],
      ],
      'Ana',
    ],
    [[['policy', 'is', 'yes']], 'Ana Bob'],
    [[['policy', 'is', 'no']], 'Cy Dee'],
    [[['policy', 'is_not', 'yes']], 'Cy Dee'],
    [[['policy', 'is', 'yes', 'no']], 'Ana Bob Cy Dee'],
    [[['policy', 'is_not', 'yes', 'no']], ''],
    [
      [
        ['policy', 'is', 'no'],
        ['policy.line', 'is', 'part_d'],
      ],
      'Bob Cy Dee',
    ],
    [
      [
        ['client_first_name', 'contains', 'b'],
        ['policy.line', 'is', 'dental'],
      ],
      'Bob',
    ],
  ])(
    '[BK-35] given all of %j, when clients are listed, then one policy of theirs meets them: %s',
    async (conditions, expected) => {
      const answer = await found('all', ...conditions)
      expect(answer).toBe(expected)
    },
  )

  it('[BK-35] given any must hold, when clients are listed, then each condition may be met by another policy, or by none', async () => {
    expect(await found('any', ['policy.line', 'is', 'part_d'], ['policy.line', 'is', 'dental'])).toBe('Ana Bob')
    expect(await found('any', ['policy.line', 'is', 'part_d'], ['policy', 'is', 'no'])).toBe('Ana Cy Dee')
  })

  it('[BK-35] given the carrier is archived, when its clients are asked for, then they are found still', async () => {
    await ask('PUT', `/carriers/${idOf('Ambetter')}`, { archived: true })
    expect(await found('all', ['policy.carrier_id', 'is', 'Ambetter'])).toBe('Ana Bob')
  })

  it('[BK-35] given all that match by their policies, when they are selected, then these alone are changed', async () => {
    const filter = { where: whereOf('all', [['policy.line', 'is', 'dental']]) }
    const planned = await ask('POST', '/client-selections', { filter, action: { kind: 'add_tag', value: 'Dental' } })
    expect(planned.json()).toMatchObject({ total: 1, sentence: 'Tag 1 client Dental.' })
  })

  it.each<[Sent, string]>([
    [['policy.number', 'is', 'AMB-0048-1207'], 'is no field'],
    [['policy.notes', 'is', 'x'], 'is no field'],
    [['policy.line', 'is', 'boat'], 'is one of health'],
    [['policy.premium', 'at_least', '1e3'], 'needs an amount'],
    [['policy', 'is', 'perhaps'], 'is one of yes, no'],
  ])('[BK-35] given %j, when clients are listed, then 400 names the field: %s', async (condition, message) => {
    const answer = await list('all', condition)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().details).toEqual([{ field: condition[0], message: expect.stringContaining(message) }])
  })
})
