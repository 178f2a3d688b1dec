import type { ClientFieldName } from './client-fields.ts'

export const policyLines = [
  'health',
  'medicare_advantage',
  'medicare_supplement',
  'part_d',
  'dental',
  'vision',
  'life',
  'other',
] as const
export type PolicyLine = (typeof policyLines)[number]

export const policyLineNames: Readonly<Record<PolicyLine, string>> = {
  health: 'Health / ACA',
  medicare_advantage: 'Medicare Advantage',
  medicare_supplement: 'Medicare Supplement',
  part_d: 'Part D',
  dental: 'Dental',
  vision: 'Vision',
  life: 'Life',
  other: 'Other',
}

export const policyStatuses = ['quoted', 'submitted', 'pending', 'active', 'terminated', 'declined', 'lapsed'] as const
export type PolicyStatus = (typeof policyStatuses)[number]

/** Whether a policy covers nobody any more, or never will. */
export const hasEnded = (status: PolicyStatus | undefined): boolean =>
  status === 'terminated' || status === 'declined' || status === 'lapsed'

export const premiumModes = ['monthly', 'quarterly', 'semiannual', 'annual', 'single'] as const
export type PremiumMode = (typeof premiumModes)[number]

/** Who a policy covers: people of the client record, whose names stand there, and others by name. */
export const coveredKinds = ['client', 'spouse', 'dep1', 'dep2', 'dep3', 'dep4', 'other'] as const
export type CoveredKind = (typeof coveredKinds)[number]

export interface PlanFields {
  readonly plan: ClientFieldName
  readonly agent?: ClientFieldName
  readonly premium?: ClientFieldName
}

export const planFields: Readonly<Partial<Record<PolicyLine, PlanFields>>> = {
  health: { plan: 'current_health_plan_name', agent: 'aor', premium: 'health_plan_premium' },
  dental: { plan: 'dental_plan_name', agent: 'dental_plan_aor', premium: 'dental_plan_premium' },
  vision: { plan: 'vision_plan_name', agent: 'vision_plan_aor', premium: 'vision_plan_premium' },
  part_d: { plan: 'rx_plan_name', agent: 'rx_plan_aor', premium: 'rx_plan_premium' },
  life: { plan: 'life_plan_name' },
}

const decimal = /^(\d{1,9})(?:\.(\d{1,2}))?$/

/** Exactly: `$1,234.5` is `1234.50`. Undefined if it is none, negative, or has fractions of a cent. */
export function readAmount(text: string): string | undefined {
  const plain = text.replaceAll(/[\s$]|USD/gi, '').replaceAll(/,(?=\d{3}(?:\D|$))/g, '')
  const [, whole, cents = ''] = decimal.exec(plain) ?? []
  return whole === undefined ? undefined : `${BigInt(whole)}.${cents.padEnd(2, '0')}`
}

export const centsOf = (amount: string): bigint => BigInt(amount.replace('.', ''))

/** Cents as an exact amount; the sign stays. */
export function amountOf(cents: bigint): string {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0')
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

interface Premiums {
  readonly premium: string | null
  readonly subsidy: string | null
  readonly net_premium: string | null
}

/** What the client pays: the net premium, else the premium less the subsidy, never below zero; null if unknown. */
export function clientPays({ premium, subsidy, net_premium }: Premiums): string | null {
  if (net_premium !== null || premium === null) return net_premium
  const left = centsOf(premium) - (subsidy === null ? 0n : centsOf(subsidy))
  return amountOf(left < 0n ? 0n : left)
}
