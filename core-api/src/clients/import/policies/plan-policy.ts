import type { ImportPolicies, PolicyTarget } from '@agency/contract/import-policies'
import { normalForm, squeezedForm } from '@agency/contract/normal-form'
import type { Covered, Policy } from '@agency/contract/policies'
import { hasEnded } from '@agency/contract/policy-terms'
import type { Problem } from '../../../platform/errors.ts'
import type { CarrierRow } from '../../policies/carrier-repository.ts'
import { comparedCode, type PolicyChanges } from '../../policies/policy-values.ts'
import { readLine, readMode, readStatus } from './policy-choices.ts'
import type { BroughtPolicy } from './read-policy.ts'

/** What the import of a row would do to the policies of its client. */
export type PolicyPlan =
  /** @property carrier the id, or the name of one that is new */
  | { kind: 'create'; carrier: { id: string } | { name: string }; values: PolicyChanges; notes: Problem[] }
  | { kind: 'update'; policy: Policy; changes: PolicyChanges; notes: Problem[] }
  | { kind: 'same'; policy: Policy }
  | { kind: 'fault'; problems: Problem[] }

export interface PolicyPlanning {
  /** Those of the client, without masks. */
  known: readonly Policy[]
  findCarrier: FindCarrier
  /** What holds for all policies of the file. */
  common: ImportPolicies | undefined
  /** Whether only empty fields are filled, as by a further row of one policy. */
  fillOnly: boolean
  /** Somebody whom the policy covers too. */
  covered?: Covered | undefined
  /** Policies that other rows are of, which a row that does not tell a number of theirs is not of; true for all. */
  taken?: ReadonlySet<string> | true | undefined
  /** The id of the policy that the row is of, as the dry run has found. */
  of?: string | undefined
}

const legalForm = / (?:(?:insurance|ins) )?(?:company|co|corporation|corp|incorporated|inc|llc|ltd)$/

/** The name of a carrier without blanks and legal forms: `United Healthcare`, `UnitedHealthcare, Inc.` are equal. */
export function carrierForm(name: string): string {
  let form = normalForm(name)
  while (legalForm.test(form)) form = form.replace(legalForm, '')
  return squeezedForm(form)
}

/** Finds a carrier by the normal form of its name, else the only one that is written alike; not archived if there is one. */
export type FindCarrier = (name: string | undefined) => CarrierRow | undefined

export function findsCarriers(carriers: readonly CarrierRow[]): FindCarrier {
  const exact = new Map(carriers.map((carrier) => [normalForm(carrier.name), carrier]))
  const alike = Map.groupBy(carriers, ({ name }) => carrierForm(name))
  return (name = '') => {
    const all = alike.get(carrierForm(name)) ?? []
    const active = all.filter(({ archived }) => !archived)
    const [one, ...others] = active.length > 0 ? active : all
    return exact.get(normalForm(name)) ?? (others.length === 0 ? one : undefined)
  }
}

const dayLength = 86_400_000
/** Days between the first days of two terms. A correction is of fewer. */
const betweenTerms = 300

/**
 * Whether a row is of an earlier or a later term than a policy: its predecessor or successor may have the same number. One
 * without an end begins another year.
 */
export function areApart(
  { 'policy.effective_date': effective, 'policy.term_date': term }: BroughtPolicy,
  { effective_date: from, term_date: to }: Pick<Policy, 'effective_date' | 'term_date'>,
): boolean {
  // A term that ends before it begins was cancelled.
  if (effective === from) return false
  if (effective && from && areYears(effective, from)) return true
  return Boolean((effective && to && effective > to) || (term && from && term < from))
}

/** Whether the later of two first days begins another term, as 1 January does after any day of the years before. */
function areYears(...days: [string, string]): boolean {
  const [former = '', later = ''] = days.toSorted()
  const isNewYear = later.endsWith('-01-01') && former.slice(0, 4) < later.slice(0, 4)
  return isNewYear || Date.parse(later) - Date.parse(former) >= betweenTerms * dayLength
}

/** What tells the policies of one client apart within a file. */
export const policyKey = (brought: BroughtPolicy, common: ImportPolicies | undefined): string => {
  const [number, member, application] = numbersOf(brought)
  return JSON.stringify([
    brought['policy.id'] ?? '',
    carrierForm(brought['policy.carrier'] ?? common?.carrier ?? ''),
    brought['policy.line'] ?? '',
    number || member || application || brought['policy.effective_date'] || '',
  ])
}

/** Whether two rows of one key are of two policies: they have no number, but another product, premium or end. */
export function areOthers(one: BroughtPolicy, other: BroughtPolicy): boolean {
  if (hasNumber(one) || hasNumber(other)) return false
  const differs = (target: 'policy.product' | 'policy.premium') =>
    one[target] !== undefined && other[target] !== undefined && normalForm(one[target]) !== normalForm(other[target])
  return differs('policy.product') || differs('policy.premium') || isEnded(one) !== isEnded(other)
}

const hasNumber = (brought: BroughtPolicy): boolean => numbersOf(brought).some((code) => code !== '')

const isEnded = (brought: BroughtPolicy): boolean => hasEnded(readStatus(brought['policy.status'] ?? ''))

/** What becomes of the policy that a row brings. */
export function planPolicy(brought: BroughtPolicy, planning: PolicyPlanning): PolicyPlan {
  const { findCarrier, common } = planning
  const name = brought['policy.carrier'] ?? common?.carrier
  const carrier = findCarrier(name)
  const line = readLine(brought['policy.line'] ?? '') ?? common?.line
  const found = findPolicy(brought, planning, { carrier, isNamed: name !== undefined, line })
  if (found.length > 1) {
    return { kind: 'fault', problems: [{ field: '', message: 'several policies of the client are this one' }] }
  }
  const [policy] = found
  if (policy) return planUpdate(brought, policy, planning)
  const status = readStatus(brought['policy.status'] ?? '') ?? common?.status
  const missing: PolicyTarget[] = []
  if (name === undefined) missing.push('policy.carrier')
  if (line === undefined) missing.push('policy.line')
  if (status === undefined) missing.push('policy.status')
  if (name === undefined || line === undefined || status === undefined) {
    const message = 'is not known: a new policy needs it; choose one for all rows'
    return { kind: 'fault', problems: missing.map((field) => ({ field, message })) }
  }
  if (carrier?.archived) {
    return { kind: 'fault', problems: [{ field: 'policy.carrier', message: 'is archived; restore it' }] }
  }
  const notes = [...carrierNotes(name, carrier), ...termNotes(brought, planning.known)]
  const values = { ...plainValues(brought), ...dateOfStatus(brought), line, status }
  return { kind: 'create', carrier: carrier ? { id: carrier.id } : { name }, values, notes }
}

const has = (code: string, stored: string | null): boolean =>
  code !== '' && stored !== null && comparedCode(stored) === code

/** A policy of the same number is of another term. */
function termNotes(brought: BroughtPolicy, known: readonly Policy[]): Problem[] {
  const [number] = numbersOf(brought)
  const isKnown = known.some((policy) => has(number, policy.number))
  return isKnown
    ? [
        {
          field: 'policy.effective_date',
          message: 'is of another term: the known policy of this number stays as it is',
        },
      ]
    : []
}

export function carrierNotes(name: string, carrier: Pick<CarrierRow, 'name'> | undefined): Problem[] {
  if (!carrier) return [{ field: 'policy.carrier', message: 'is new: a carrier of this name is added' }]
  const isNamed = normalForm(carrier.name) === normalForm(name)
  return isNamed ? [] : [{ field: 'policy.carrier', message: `is taken for the carrier ${carrier.name}` }]
}

const plainFields = [
  'product',
  'number',
  'member_id',
  'application_id',
  'submitted_date',
  'effective_date',
  'renewal_date',
  'term_date',
  'premium',
  'subsidy',
  'net_premium',
  'binder_paid_date',
  'writing_agent',
  'agent_of_record',
  'notes',
] as const
type PlainField = (typeof plainFields)[number]

/** What a row brings of fields that are stored as they are, and how premiums are paid. */
function plainValues(brought: BroughtPolicy): PolicyChanges {
  const values: PolicyChanges = {}
  for (const name of plainFields) if (brought[`policy.${name}`] !== undefined) values[name] = brought[`policy.${name}`]
  const mode = readMode(brought['policy.mode'] ?? '')
  return mode === undefined ? values : { ...values, mode }
}

function dateOfStatus(brought: BroughtPolicy): PolicyChanges {
  const { 'policy.status_date': date, 'policy.status_reason': reason } = brought
  return { ...(date !== undefined && { status_date: date }), ...(reason !== undefined && { status_reason: reason }) }
}

interface Identified {
  carrier: CarrierRow | undefined
  isNamed: boolean
  line: Policy['line'] | undefined
}

/** The latest first. */
const byFirstDay = (one: Policy, other: Policy): number =>
  (other.effective_date ?? '').localeCompare(one.effective_date ?? '')

const numbersOf = (brought: BroughtPolicy): [number: string, member: string, application: string] => [
  comparedCode(brought['policy.number'] ?? ''),
  comparedCode(brought['policy.member_id'] ?? ''),
  comparedCode(brought['policy.application_id'] ?? ''),
]

/** The policies of a client that a row is of: by id, else number, else member id, else application, else by carrier and line, with the first day if there is one. */
function findPolicy(
  brought: BroughtPolicy,
  { known, taken, of }: PolicyPlanning,
  { carrier, isNamed, line }: Identified,
): readonly Policy[] {
  const named = known.filter(({ id }) => id === brought['policy.id'] || id === of)
  if (named.length > 0) return named
  const [number, member, application] = numbersOf(brought)
  const effective = brought['policy.effective_date']
  const differs = (one: string, stored: string | null) => one !== '' && stored !== null && comparedCode(stored) !== one
  // One number may be that of the member, for the policies of each line.
  const alike = known.filter(
    (policy) =>
      (!isNamed || policy.carrier_id === carrier?.id) &&
      (line === undefined || policy.line === line) &&
      !differs(number, policy.number) &&
      (has(number, policy.number) || !differs(member, policy.member_id)) &&
      !areApart(brought, policy),
  )
  const free = alike.filter(({ id }) => taken !== true && !taken?.has(id))
  const isOfLine = isNamed && line !== undefined
  const ofDay = free.filter(
    (policy) =>
      policy.effective_date === effective &&
      !differs(application, policy.application_id) &&
      (hasNumber(brought) || mayBeProduct(brought, policy)),
  )
  const steps = [
    alike.filter((policy) => has(number, policy.number)),
    alike.filter((policy) => has(member, policy.member_id)),
    alike.filter((policy) => has(application, policy.application_id)),
    isOfLine && effective !== undefined ? likest(brought, ofDay) : [],
  ]
  const found = steps.find((policies) => policies.length > 0) ?? []
  if (found.length === 0 && isOfLine) return unnumbered(brought, free)
  const ofTerm = found.filter((policy) => policy.effective_date === effective)
  // A list without first days is about the present terms.
  const [latest] = effective === undefined ? found.toSorted(byFirstDay) : []
  if (latest && found.every((policy) => policy.line === latest.line)) return [latest]
  return found.length > 1 && ofTerm.length === 1 ? ofTerm : found
}

/** Policies of one carrier and line that a row may be of, where it or the policy has neither a number nor a first day. */
function unnumbered(brought: BroughtPolicy, alike: readonly Policy[]): readonly Policy[] {
  const isBare = !hasNumber(brought) && brought['policy.effective_date'] === undefined
  const fitting = alike.filter(
    (policy) =>
      (isBare || [...codesOf(policy), policy.effective_date].every((at) => !at)) &&
      mayBeProduct(brought, policy) &&
      (isEnded(brought) || !hasEnded(policy.status)),
  )
  const found = likest(brought, fitting)
  // Terms of one number are one policy.
  const [latest, ...others] = found.toSorted(byFirstDay)
  return latest?.number && others.every(({ number }) => number === latest.number) ? [latest] : found
}

/** Whether the product of a policy is that of a row, as far as both have one. */
function mayBeProduct(brought: BroughtPolicy, policy: Policy): boolean {
  const product = normalForm(brought['policy.product'] ?? '')
  return product === '' || !policy.product || normalForm(policy.product) === product
}

/** Of several policies those of the product and the premium of a row, if there are any. */
function likest(brought: BroughtPolicy, policies: readonly Policy[]): readonly Policy[] {
  let some = policies
  for (const name of ['product', 'premium'] as const) {
    const same = some.filter((policy) => normalForm(policy[name] ?? '') === normalForm(brought[`policy.${name}`] ?? ''))
    if (same.length > 0) some = same
  }
  return some
}

const codesOf = ({ number, member_id, application_id }: Policy) => [number, member_id, application_id]

/** Whether two values of a field say the same, however they are written. */
function isSame(name: PlainField, one: string, other: string): boolean {
  if (name === 'number' || name === 'member_id' || name === 'application_id')
    return comparedCode(one) === comparedCode(other)
  if (name === 'product' || name === 'writing_agent' || name === 'agent_of_record')
    return normalForm(one) === normalForm(other)
  return one === other
}

const isSamePerson = (one: Covered, other: Covered): boolean =>
  one.who === other.who && normalForm(one.name ?? '') === normalForm(other.name ?? '')

function planUpdate(
  brought: BroughtPolicy,
  policy: Policy,
  { findCarrier, fillOnly, covered }: PolicyPlanning,
): PolicyPlan {
  const sent = plainValues(brought)
  const changes: PolicyChanges = {}
  for (const name of plainFields) {
    const [value, stored] = [sent[name], policy[name]]
    // Notes are only filled, as those of clients.
    const isKept = stored !== null && (fillOnly || name === 'notes' || isSame(name, stored, value ?? ''))
    if (typeof value === 'string' && !isKept) changes[name] = value
  }
  if (sent.mode !== undefined && sent.mode !== policy.mode && !(fillOnly && policy.mode)) changes.mode = sent.mode
  const status = readStatus(brought['policy.status'] ?? '')
  const notes: Problem[] = []
  if (status !== undefined && status !== policy.status && !fillOnly) {
    const { status_date, ...reason } = dateOfStatus(brought)
    // A date or reason alone corrects nothing: it is that of another status.
    Object.assign(changes, { status, ...reason })
    if (status_date !== undefined && status_date >= policy.status_date) changes.status_date = status_date
    else if (status_date !== undefined)
      notes.push({ field: 'policy.status_date', message: 'is before the present one: it begins today' })
  }
  const carrier = findCarrier(brought['policy.carrier'])
  if (brought['policy.id'] === policy.id && !fillOnly) {
    const line = readLine(brought['policy.line'] ?? '')
    if (line !== undefined && line !== policy.line) changes.line = line
    if (carrier && !carrier.archived && carrier.id !== policy.carrier_id) changes.carrier_id = carrier.id
  }
  if (covered && !policy.covered.some((one) => isSamePerson(one, covered))) {
    const client = { who: 'client', name: null, dob: null } as const
    changes.covered = [...(policy.covered.length === 0 ? [client] : policy.covered), covered]
  }
  return Object.keys(changes).length === 0 ? { kind: 'same', policy } : { kind: 'update', policy, changes, notes }
}
