import type { ClientUpdate } from '@agency/contract/clients'
import type { AddPolicy } from '@agency/contract/policies'
import { readAmount } from '@agency/contract/policy-terms'

export const demoCarriers = [
  {
    name: 'Ambetter',
    lines: ['health'],
    phone: '(800) 555-0101',
    portal: 'https://broker.example.com/ambetter',
    code: 'BAY-2207',
  },
  { name: 'Cigna', lines: ['health', 'dental', 'vision'], phone: '(800) 555-0102', code: '0048812' },
  { name: 'Florida Blue', lines: ['health', 'dental', 'medicare_advantage'], phone: '(800) 555-0103', code: 'FB-9921' },
  { name: 'Humana', lines: ['medicare_advantage', 'part_d'], phone: '(800) 555-0104', code: '771204' },
  { name: 'LifeSecure', lines: ['life'], phone: '(800) 555-0105' },
  { name: 'Molina', lines: ['health'], phone: '(800) 555-0106', code: 'M-3310' },
  { name: 'Oscar', lines: ['health'], phone: '(800) 555-0107', code: 'OSC-145' },
] as const

type DemoPolicy = Omit<AddPolicy, 'carrier_id'> & { carrier: (typeof demoCarriers)[number]['name'] }

const day = (offset: number): string => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
const amount = (cents: number): string => `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`

export function makeDemoPolicies(n: number, client: ClientUpdate): DemoPolicy[] {
  return [...healthPolicies(n, client), ...dentalPolicy(n), ...medicarePolicy(n, client), ...lifePolicy(n)]
}

function healthPolicies(n: number, client: ClientUpdate): DemoPolicy[] {
  const plan = client.current_health_plan_name
  const carrier = demoCarriers.find(({ name }) => plan?.startsWith(name))?.name
  const premium = readAmount(client.health_plan_premium ?? '')
  if (!plan || carrier === undefined || premium === undefined) return []
  const year = new Date().getUTCFullYear()
  const product = plan.slice(carrier.length + 1)
  const own: Omit<DemoPolicy, 'status'> = {
    ...{
      carrier,
      line: 'health',
      product,
      mode: 'monthly',
      writing_agent: 'Dana Reyes',
      agent_of_record: 'Dana Reyes',
    },
    ...{
      number: `${carrier.slice(0, 2).toUpperCase()}${100_400_000 + n * 7_919}`,
      member_id: `U${77_124_093 + n * 104_729}`,
    },
    covered: [{ who: 'client', name: null, dob: null }, ...(client.spouse_name ? family : [])],
  }
  const former: DemoPolicy = {
    ...{ ...own, number: null, member_id: null, status: 'terminated', status_date: `${year - 1}-12-31` },
    ...{ effective_date: `${year - 1}-01-01`, term_date: `${year - 1}-12-31`, status_reason: 'Renewed' },
    premium: amount(9_000 + ((n * 1_733) % 38_000)),
  }
  const begun: DemoPolicy =
    n % 11 === 4
      ? {
          ...own,
          status: 'pending',
          status_date: day(-(6 + (n % 24))),
          submitted_date: day(-30),
          effective_date: day(18),
        }
      : {
          ...{ ...own, status: client.status === 'cancelled' ? 'lapsed' : 'active', status_date: `${year}-01-01` },
          ...{
            submitted_date: `${year - 1}-11-20`,
            effective_date: `${year}-01-01`,
            renewal_date: `${year + 1}-01-01`,
          },
          binder_paid_date: `${year - 1}-12-18`,
        }
  return [{ ...begun, premium: n % 7 === 3 ? amount(12_345 + n * 100) : premium }, ...(n % 2 === 0 ? [former] : [])]
}

const family: NonNullable<AddPolicy['covered']> = [
  { who: 'spouse', name: null, dob: null },
  { who: 'dep1', name: null, dob: null },
]

function dentalPolicy(n: number): DemoPolicy[] {
  if (n % 3 !== 1) return []
  const begun = day(-((n * 29) % 340))
  const renews = `${Number(begun.slice(0, 4)) + 1}${begun.slice(4, 8)}01`
  return [
    {
      ...{
        carrier: n % 2 === 0 ? 'Cigna' : 'Florida Blue',
        line: 'dental',
        product: n % 2 === 0 ? 'Dental 1500' : 'BlueDental Choice',
      },
      ...{ status: 'active', status_date: begun, effective_date: begun, renewal_date: renews, binder_paid_date: begun },
      ...{ premium: amount(2_495 + n * 35), mode: 'monthly', number: `DN${5_500_000 + n * 977}` },
    },
  ]
}

function medicarePolicy(n: number, client: ClientUpdate): DemoPolicy[] {
  const year = new Date().getUTCFullYear()
  if (!client.dob || Number(client.dob.slice(0, 4)) > year - 66) return []
  return [
    {
      ...{ carrier: 'Humana', line: 'medicare_advantage', product: 'Gold Plus HMO', premium: '0.00', mode: 'monthly' },
      ...{
        status: 'active',
        status_date: `${year}-01-01`,
        effective_date: `${year}-01-01`,
        renewal_date: `${year + 1}-01-01`,
      },
      ...{ number: `H${1_036_000 + n * 131}`, member_id: `HM${41_000_000 + n * 7_919}` },
    },
  ]
}

const lifePolicy = (n: number): DemoPolicy[] =>
  n % 9 === 2
    ? [
        {
          ...{
            carrier: 'LifeSecure',
            line: 'life',
            product: 'Term 20',
            status: 'submitted',
            status_date: day(-(n % 12)),
          },
          ...{ submitted_date: day(-(n % 12)), premium: amount(3_890 + n * 20), mode: 'monthly' },
        },
      ]
    : []
