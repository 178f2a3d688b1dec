import { describe, expect, test } from 'vitest'
import { client, policy } from '../../../testing/fixtures'
import { changesSince, comparePlan, coveredNames, formerOf, money, premiumText } from './policy-text'

const last = policy({ effective_date: '2025-01-01', product: 'Silver 4', premium: '400.10', subsidy: null })
const now = policy({ effective_date: '2026-02-01', product: 'Gold 1', premium: '412.35', subsidy: null })

test.each([
  ['0.05', '$0.05'],
  ['1412.50', '$1,412.50'],
  ['-1000000.00', '-$1,000,000.00'],
])('given %s, when written as money, then %s', (amount, text) => {
  expect(money(amount)).toBe(text)
})

test('given a subsidy above the premium, when written, then nothing is owed; without a premium nothing is written', () => {
  expect(premiumText(policy({ premium: '300.00', subsidy: '310.00', net_premium: null }))).toBe('$0.00 a month')
  expect(premiumText(policy({ premium: null, net_premium: null }))).toBeUndefined()
})

describe('what changed against last year', () => {
  test('given another plan and premium, when compared, then both with the exact difference', () => {
    expect(changesSince(now, last)).toBe('was Ambetter Silver 4; premium $12.25 higher (was $400.10) since 2025')
    expect(changesSince({ ...last, effective_date: '2026-01-01' }, last)).toBe(
      'No change of plan or premium since 2025',
    )
  })

  test('given several, when the former is looked for, then the last of an earlier year and of the same line', () => {
    const older = policy({ effective_date: '2023-01-01' })
    const dental = policy({ effective_date: '2025-06-01', line: 'dental' })
    const sameYear = policy({ effective_date: '2026-01-01' })
    expect(formerOf(now, [older, now, dental, sameYear, last])).toBe(last)
    expect(formerOf(older, [older, now, last])).toBeUndefined()
  })

  test('given another mode, when compared, then premiums are not', () => {
    expect(changesSince({ ...last, mode: 'annual', premium: '4800.00', effective_date: '2026-01-01' }, last)).toBe(
      'No change of plan or premium since 2025',
    )
  })
})

describe('[PY-11] the plan fields of the record beside a policy', () => {
  test.each([
    ['Ambetter Gold 1', true],
    ['gold  1', true],
    ['Ambetter Gold 2', false],
    [null, false],
  ])('given the plan %s in the record, when compared, then it agrees: %s', (current_health_plan_name, agrees) => {
    const [plan] = comparePlan(client({ current_health_plan_name }), now)
    expect(plan).toMatchObject({ field: 'current_health_plan_name', policy: 'Ambetter Gold 1', agrees })
  })

  test.each([
    ['$412.35', true, { premium: '412.35' }],
    ['12.35', true, { premium: '12.35' }],
    ['412', false, { premium: '412.00' }],
    ['about 400', false, undefined],
  ])('given the premium %s in the record, when compared, then %s', (health_plan_premium, agrees, change) => {
    const row = comparePlan(client({ health_plan_premium }), { ...now, subsidy: '400.00' }).at(-1)
    expect(row).toMatchObject({ field: 'health_plan_premium', agrees, policy: '$412.35' })
    expect(row?.change).toEqual(change)
  })

  test('given another agent in the record, when compared, then the label keeps its capitals', () => {
    const row = comparePlan(client({ aor: 'Ana' }), { ...now, agent_of_record: 'Bea' })[1]
    expect(row).toMatchObject({ field: 'aor', label: expect.stringContaining('AOR'), agrees: false })
  })

  test('given a line without plan fields, or a policy that says nothing, when compared, then there is nothing', () => {
    expect(comparePlan(client(), { ...now, line: 'medicare_advantage' })).toEqual([])
    expect(comparePlan(client({ aor: 'Ana' }), { ...now, product: null, premium: null })).toEqual([])
  })
})

test('given covered people, when named, then by the record, and others by their own names', () => {
  const covered = [
    { who: 'client', name: null, dob: null },
    { who: 'spouse', name: null, dob: null },
    { who: 'dep2', name: null, dob: null },
    { who: 'other', name: 'Rosa', dob: null },
  ] as const
  const record = client({ spouse_name: 'Luis Alvarez' })
  expect(coveredNames(policy({ covered: [...covered] }), record)).toEqual([
    'Maria Alvarez',
    'Luis Alvarez',
    'Dependent',
    'Rosa',
  ])
})
