import type { ImportPolicies, PolicyTarget } from '@agency/contract/import-policies'
import { normalForm } from '@agency/contract/normal-form'
import type { Covered, Policy } from '@agency/contract/policies'
import { hasEnded } from '@agency/contract/policy-terms'
import type { Problem } from '../../../platform/errors.ts'
import { carrierForm, type FindCarrier } from '../../policies/carrier-names.ts'
import type { CarrierRow } from '../../policies/carrier-repository.ts'
import type { PolicyChanges } from '../../policies/policy-values.ts'
import { fileCode, findExact, findPolicy, has, type Identified, type KnownPolicies, numbersOf } from './find-policy.ts'
import { readLine, readMode, readStatus } from './policy-choices.ts'
import type { BroughtPolicy } from './read-policy.ts'

/** What the import of a row would do to the policies of its client. */
export type PolicyPlan =
  /** @property carrier the id, or the name of one that is new */
  | { kind: 'create'; carrier: { id: string } | { name: string }; values: PolicyChanges; notes: Problem[] }
  | { kind: 'update'; policy: Policy; changes: PolicyChanges; notes: Problem[] }
  | { kind: 'same'; policy: Policy }
  | { kind: 'fault'; problems: Problem[] }

export interface PolicyPlanning extends KnownPolicies {
  findCarrier: FindCarrier
  /** What holds for all policies of the file. */
  common: ImportPolicies | undefined
  /** Whether only empty fields are filled, as by a further row of one policy. */
  fillOnly: boolean
  /** Whether the status is that of a later day than the rows before. */
  isLater?: boolean | undefined
  /** Somebody whom the policy covers too. */
  covered?: Covered | undefined
}

export const severalPolicies = {
  kind: 'fault',
  problems: [{ field: '', message: 'several policies of the client are this one' }],
} satisfies PolicyPlan

type Naming = Pick<PolicyPlanning, 'findCarrier' | 'common'>

function identify(
  brought: BroughtPolicy,
  { findCarrier, common }: Naming,
  known: readonly Policy[],
): Identified & { name: string | undefined } {
  const name = brought['policy.carrier'] ?? common?.carrier
  const line = readLine(brought['policy.line'] ?? '') ?? common?.line
  const carrier = findCarrier(name) ?? findCarrier(longerNameOf(name, brought, known, line))
  return { name, carrier, isNamed: name !== undefined, line }
}

/** Carriers write their names in full at times: that of the policy with the number, line and first day, if one name begins with the other. */
function longerNameOf(
  name: string | undefined,
  brought: BroughtPolicy,
  known: readonly Policy[],
  line: Policy['line'] | undefined,
): string | undefined {
  const [number] = numbersOf(brought)
  const form = carrierForm(name ?? '')
  const areAlike = (other: string) => form !== '' && (form.startsWith(other) || other.startsWith(form))
  return known.find(
    (policy) =>
      has(number, policy.number) &&
      policy.line === line &&
      policy.effective_date === brought['policy.effective_date'] &&
      areAlike(carrierForm(policy.carrier_name)),
  )?.carrier_name
}

/** That a carrier is new, or written in another way than the one that is taken. */
export function carrierNotes(name: string, carrier: Pick<CarrierRow, 'name'> | undefined): Problem[] {
  if (!carrier) return [{ field: 'policy.carrier', message: 'is new: a carrier of this name is added' }]
  const isNamed = normalForm(carrier.name) === normalForm(name)
  return isNamed ? [] : [{ field: 'policy.carrier', message: `is taken for the carrier ${carrier.name}` }]
}

/** The known policy that is, but for its numbers, what a row says: no other row is of that one. */
export const exactPolicy = (brought: BroughtPolicy, known: readonly Policy[], naming: Naming): Policy | undefined =>
  findExact(brought, known, identify(brought, naming, known))

/** What becomes of the policy that a row brings. */
export function planPolicy(brought: BroughtPolicy, planning: PolicyPlanning): PolicyPlan {
  const { common } = planning
  const identified = identify(brought, planning, planning.known)
  const { name, carrier, line } = identified
  const found = findPolicy(brought, planning, identified)
  const [policy, ...others] = found
  const isSame = (each: Policy) => planUpdate(brought, each, planning).kind === 'same'
  // One that brings nothing to any of them may be of each.
  if (policy && others.length > 0) return found.every(isSame) ? { kind: 'same', policy } : severalPolicies
  if (policy) {
    // The row that takes the policy says what it is.
    const { taken, of } = planning
    const isTaken = taken !== true && taken?.has(policy.id) && of !== policy.id
    return planUpdate(brought, policy, isTaken ? { ...planning, fillOnly: true } : planning)
  }
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
  const notes = [...carrierNotes(name, carrier), ...termNotes(brought, planning.known, line)]
  const values = { ...plainValues(brought), ...dateOfStatus(brought), line, status }
  return { kind: 'create', carrier: carrier ? { id: carrier.id } : { name }, values, notes }
}

/** A policy of the same number, or of the same member, is of another term. */
function termNotes(brought: BroughtPolicy, known: readonly Policy[], line: Policy['line']): Problem[] {
  const [number, member] = numbersOf(brought)
  const isKnown = known.some(
    (policy) =>
      policy.line === line &&
      policy.effective_date !== brought['policy.effective_date'] &&
      (has(number, policy.number) || has(member, policy.member_id)),
  )
  return isKnown
    ? [
        {
          field: 'policy.effective_date',
          message: 'is of another term: the known policy of this number stays as it is',
        },
      ]
    : []
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

/** Whether two values of a field say the same, however they are written. */
function isSame(name: PlainField, one: string, other: string): boolean {
  if (name === 'number' || name === 'member_id' || name === 'application_id') return fileCode(one) === fileCode(other)
  if (name === 'product' || name === 'writing_agent' || name === 'agent_of_record')
    return normalForm(one) === normalForm(other)
  return one === other
}

const isSamePerson = (one: Covered, other: Covered): boolean =>
  one.who === other.who && normalForm(one.name ?? '') === normalForm(other.name ?? '')

function planUpdate(
  brought: BroughtPolicy,
  policy: Policy,
  { findCarrier, fillOnly, isLater, covered }: PolicyPlanning,
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
  // A file may list what came before the present status.
  const isPast = policy.history.some((past) => past.status === status && past.date === brought['policy.status_date'])
  if (status !== undefined && status !== policy.status && !isPast && (isLater || !fillOnly)) {
    const { status_date, ...reason } = dateOfStatus(brought)
    // A date or reason alone corrects nothing: it is that of another status.
    Object.assign(changes, { status, ...reason })
    if (status_date !== undefined && status_date >= policy.status_date) changes.status_date = status_date
    else if (status_date !== undefined)
      notes.push({ field: 'policy.status_date', message: 'is before the present one: it begins today' })
  }
  const isActiveAgain = changes.status !== undefined && !hasEnded(changes.status) && hasEnded(policy.status)
  if (isActiveAgain && policy.term_date !== null && changes.term_date === undefined)
    notes.push({ field: 'policy.term_date', message: 'stays, though the policy has not ended: please check' })
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
