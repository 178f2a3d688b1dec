import { type ClientFieldName, clientFields } from '@agency/contract/client-fields'
import type { ClientRecord } from '@agency/contract/clients'
import type { Policy } from '@agency/contract/policies'
import {
  amountOf,
  type CoveredKind,
  centsOf,
  clientPays,
  type PolicyLine,
  type PolicyStatus,
  type PremiumMode,
  planFields,
  policyLineNames,
  readAmount,
} from '@agency/contract/policy-terms'
import { formatNumber } from '../../../shared/formatting'

export const statusNames: Readonly<Record<PolicyStatus, string>> = {
  quoted: 'Quoted',
  submitted: 'Submitted',
  pending: 'Pending',
  active: 'Active',
  terminated: 'Terminated',
  declined: 'Declined',
  lapsed: 'Lapsed',
}

export const modeNames: Readonly<Record<PremiumMode, string>> = {
  monthly: 'Monthly',
  quarterly: 'Quarterly',
  semiannual: 'Every six months',
  annual: 'Yearly',
  single: 'Once',
}

const shortModes: Readonly<Record<PremiumMode, string>> = {
  monthly: ' a month',
  quarterly: ' a quarter',
  semiannual: ' for six months',
  annual: ' a year',
  single: ' once',
}

export function money(amount: string): string {
  const [whole = '0', cents = '00'] = amount.replace('-', '').split('.')
  return `${amount.startsWith('-') ? '-' : ''}$${formatNumber(Number(whole))}.${cents}`
}

/** What the client pays, and how often; undefined if unknown. */
export function premiumText(policy: Pick<Policy, 'premium' | 'subsidy' | 'net_premium' | 'mode'>): string | undefined {
  const amount = clientPays(policy)
  return amount === null ? undefined : `${money(amount)}${policy.mode === null ? '' : shortModes[policy.mode]}`
}

/** The line, the carrier and the product of a policy. */
export const policyName = ({
  line,
  carrier_name,
  product,
}: Pick<Policy, 'line' | 'carrier_name' | 'product'>): string =>
  `${policyLineNames[line]}: ${[carrier_name, product].filter(Boolean).join(' ')}`

/** The policy of the same line that began in an earlier year than this one: the last of them. */
export function formerOf(policy: Policy, policies: readonly Policy[]): Policy | undefined {
  const year = policy.effective_date?.slice(0, 4)
  if (year === undefined) return undefined
  return policies
    .filter(
      ({ line, effective_date }) =>
        line === policy.line && effective_date !== null && effective_date.slice(0, 4) < year,
    )
    .toSorted((one, other) => String(other.effective_date).localeCompare(String(one.effective_date)))
    .at(0)
}

const several: readonly PolicyLine[] = ['life', 'other']

/** The policy of the next term, for which the client's other policies of the line count as in the server's due views. */
export function nextOf(policy: Policy, policies: readonly Policy[]): Policy | undefined {
  const { effective_date, renewal_date, term_date } = policy
  const end = [renewal_date, term_date].filter((day) => day !== null).toSorted()[0]
  if (policy.status !== 'active' || end === undefined || effective_date === null) return undefined
  const from = new Date(Date.parse(end) - 31 * 86_400_000).toISOString().slice(0, 10)
  return policies.find(
    (other) =>
      other.line === policy.line &&
      (other.carrier_id === policy.carrier_id || !several.includes(policy.line)) &&
      ['submitted', 'pending', 'active'].includes(other.status) &&
      other.effective_date !== null &&
      other.effective_date > effective_date &&
      other.effective_date >= from,
  )
}

/** What changed against the policy of the year before; undefined without one. */
export function changesSince(policy: Policy, former: Policy | undefined): string | undefined {
  if (former === undefined) return undefined
  const changes = [...planChange(policy, former), ...premiumChange(policy, former)]
  return `${changes.length === 0 ? 'No change of plan or premium' : changes.join('; ')} since ${former.effective_date?.slice(0, 4)}`
}

function planChange(policy: Policy, former: Policy): string[] {
  const [now, before] = [policy, former].map(({ carrier_name, product }) =>
    [carrier_name, product].filter(Boolean).join(' '),
  )
  return now === before ? [] : [`was ${before}`]
}

function premiumChange(policy: Policy, former: Policy): string[] {
  const [now, before] = [clientPays(policy), clientPays(former)]
  if (now === null || before === null || policy.mode !== former.mode) return []
  const difference = centsOf(now) - centsOf(before)
  if (difference === 0n) return []
  const by = money(amountOf(difference < 0n ? -difference : difference))
  return [`premium ${by} ${difference > 0n ? 'higher' : 'lower'} (was ${money(before)})`]
}

export interface PlanComparison {
  readonly field: ClientFieldName
  readonly label: string
  /** What the record says; null for nothing. */
  readonly recorded: string | null
  readonly policy: string
  readonly agrees: boolean
  /** The change of the policy that takes the record's value over; undefined where it is no value of a policy. */
  readonly change: Partial<Pick<Policy, 'product' | 'agent_of_record' | 'premium'>> | undefined
}

const squeezed = (text: string): string => text.toLowerCase().replace(/\s+/g, ' ').trim()

/** Compares the plan fields of the record with a policy of their line: what the policy does not say is left out. */
export function comparePlan(record: ClientRecord, policy: Policy): PlanComparison[] {
  const fields = planFields[policy.line]
  if (fields === undefined) return []
  const { product, agent_of_record, premium } = policy
  const rows = [
    { field: fields.plan, said: product && fullName(policy), same: [product], key: 'product' },
    { field: fields.agent, said: agent_of_record, same: [agent_of_record], key: 'agent_of_record' },
    { field: fields.premium, said: premium && money(premium), same: [premium, clientPays(policy)], key: 'premium' },
  ] as const
  return rows.flatMap(({ field, said, same, key }) => {
    if (field === undefined || !said) return []
    const stored = record[field]
    const recorded = stored === null || stored === '' ? null : String(stored)
    const amount = recorded === null ? undefined : readAmount(recorded)
    const agrees =
      recorded !== null &&
      (key === 'premium'
        ? amount !== undefined && same.some((one) => one === amount)
        : [said, ...same].some((one) => one && squeezed(one) === squeezed(recorded)))
    const value = key === 'premium' ? amount : (recorded ?? undefined)
    const change = value === undefined ? undefined : { [key]: value }
    return [{ field, label: labelOf(field), recorded, policy: said, agrees, change }]
  })
}

/** The name of the plan with that of its carrier, which plan fields of records begin with. */
const fullName = ({ carrier_name, product }: Policy): string =>
  product?.toLowerCase().startsWith(carrier_name.toLowerCase()) ? product : `${carrier_name} ${product}`

function labelOf(name: ClientFieldName): string {
  const { label = name, group } = clientFields.find((field) => field.name === name) ?? {}
  return group === undefined
    ? label
    : `${group} ${label.replaceAll(/\b[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase())}`
}

/** Somebody of the record whom a policy may cover. */
export interface RecordPerson {
  readonly who: Exclude<CoveredKind, 'other'>
  readonly name: string
}

/** The client, and those of the spouse and the dependents who are named in the record. */
export function peopleOf(record: ClientRecord): RecordPerson[] {
  const { spouse_name, dep1_name, dep2_name, dep3_name, dep4_name } = record
  const client = `${record.client_first_name ?? ''} ${record.client_last_name ?? ''}`.trim() || 'The client'
  const family = { client, spouse: spouse_name, dep1: dep1_name, dep2: dep2_name, dep3: dep3_name, dep4: dep4_name }
  const kinds = ['client', 'spouse', 'dep1', 'dep2', 'dep3', 'dep4'] as const
  return kinds.flatMap((who) => (family[who] ? [{ who, name: family[who] }] : []))
}

/** The names of the people whom a policy covers. */
export function coveredNames(policy: Policy, record: ClientRecord): string[] {
  const known = new Map<CoveredKind, string>(peopleOf(record).map(({ who, name }) => [who, name]))
  return policy.covered.map(({ who, name }) => name ?? known.get(who) ?? (who === 'spouse' ? 'Spouse' : 'Dependent'))
}
