import type { ImportOutcome } from '@agency/contract/client-imports'
import { type ImportPolicyOutcome, type PolicyTarget, policyTargets } from '@agency/contract/import-policies'
import { normalForm } from '@agency/contract/normal-form'
import type { Policy } from '@agency/contract/policies'
import type { Database } from '../../../platform/database/database.ts'
import type { FieldCipher } from '../../../platform/encryption/field-cipher.ts'
import type { Problem } from '../../../platform/errors.ts'
import { carrierForm, findsCarriers } from '../../policies/carrier-names.ts'
import { listCarriers } from '../../policies/carrier-service.ts'
import { readPolicies } from '../../policies/policy-service.ts'
import { nothingNew, type RowReading } from '../mapping/row-values.ts'
import type { SheetRow } from '../reading/table.ts'
import type { Placed } from './families.ts'
import { findAbove, policyKey, saysSame } from './find-policy.ts'
import {
  carrierNotes,
  exactPolicy,
  type PolicyPlan,
  type PolicyPlanning,
  planPolicy,
  severalPolicies,
} from './plan-policy.ts'
import type { BroughtPolicy, ReadPolicy, RowPolicy } from './read-policy.ts'

/** What the import of a row would do, and why. */
export interface Verdict {
  outcome: ImportOutcome
  reasons: Problem[]
  client_id: string | null
  same_as: number | null
  candidates: string[]
  /** What an ambiguous row asks. */
  question: string | null
}

export interface CheckedRow {
  row: SheetRow
  verdict: Verdict
  ofPolicy: ReadPolicy
  /** If it is a row of the policy of another person. */
  placed?: Placed | undefined
}

export interface PlannedPolicy {
  verdict: Verdict
  policy: RowPolicy | undefined
  outcome: ImportPolicyOutcome | null
  /** Whether it may be of several known policies: perhaps rows below are of all but one of them. */
  isOfSeveral?: boolean
}

export const policyOutcomes = {
  create: 'policy_create',
  update: 'policy_update',
  fault: 'policy_fault',
  same: null,
} as const satisfies Record<PolicyPlan['kind'], ImportPolicyOutcome | null>

/** A policy that a row is of. */
interface FilePolicy {
  /** The first of its rows. */
  number: number
  /** The id, if it is known. */
  id?: string | undefined
  /** What it has: a further row only fills what is empty. */
  brought: BroughtPolicy
}

interface Planning {
  ofClients: Map<string, Policy[]>
  findCarrier: PolicyPlanning['findCarrier']
  ofRows: ReadonlyMap<number, string>
}

/** The policies of the rows of a file so far, and what the next ones would do. */
export class PolicyCheck {
  readonly #reading: RowReading
  readonly #seen = new Map<string, FilePolicy[]>()
  /** What rows make of known policies, by id. */
  readonly #taken = new Map<string, BroughtPolicy>()
  /** The names by which new carriers are added, by what is alike in other ways to write them. */
  readonly #added = new Map<string, string>()

  constructor(reading: RowReading) {
    this.#reading = reading
  }

  /** What rows would do to policies, beside what they do to their clients. */
  async plan<Row extends CheckedRow>(
    { db, cipher }: { db: Database; cipher: FieldCipher },
    rows: readonly Row[],
  ): Promise<(Row & PlannedPolicy)[]> {
    if (rows.every(({ ofPolicy: { brought, problems } }) => Object.keys(brought).length + problems.length === 0)) {
      return rows.map((each) => ({ ...each, policy: undefined, outcome: null }))
    }
    const clientIds = [...new Set(rows.flatMap(({ verdict }) => verdict.client_id ?? []))]
    const ofClients = Map.groupBy(await readPolicies({ db, cipher }, 'client_id', clientIds), (each) => each.client_id)
    const findCarrier = findsCarriers(await listCarriers(db))
    const ofRows = this.#exactOf(rows, { ofClients, findCarrier })
    return rows.map((each) => ({ ...each, ...this.#planRow(each, { ofClients, findCarrier, ofRows }) }))
  }

  /** The policies that rows are of, in whatever order they stand, by the number of the row: no other row takes them. */
  #exactOf(rows: readonly CheckedRow[], { ofClients, findCarrier }: Omit<Planning, 'ofRows'>): Map<number, string> {
    const ofRows = new Map<number, string>()
    const naming = { findCarrier, common: this.#reading.plan.policies }
    for (const { row, verdict, placed, ofPolicy } of rows) {
      const known = ofClients.get(verdict.client_id ?? '')
      const policy = known && !placed ? exactPolicy(ofPolicy.brought, known, naming) : undefined
      if (policy === undefined || this.#taken.has(policy.id)) continue
      ofRows.set(row.number, policy.id)
      this.#taken.set(policy.id, { ...storedValues(policy), ...ofPolicy.brought })
    }
    return ofRows
  }

  /** What the rows of one policy have in common. */
  #keyOf({ row, verdict, placed, ofPolicy: { brought } }: CheckedRow): string {
    const first = placed?.subscriber.first ?? verdict.same_as ?? row.number
    return `${verdict.client_id ?? first}${policyKey(brought, this.#reading.plan.policies)}`
  }

  #planRow(checked: CheckedRow, { ofClients, findCarrier, ofRows }: Planning): PlannedPolicy {
    const { row, verdict, placed } = checked
    const { brought, problems, notes } = checked.ofPolicy
    const { fill_only, leave_out_faults, policies: common } = this.#reading.plan
    const isEmpty = Object.keys(brought).length === 0
    const none = { verdict, policy: undefined, outcome: null }
    const covered = placed?.covered
    const isOfNobody = verdict.outcome === 'skip' && verdict.client_id === null && !placed
    if (verdict.outcome === 'fault' || isOfNobody || (isEmpty && problems.length === 0)) return none
    if (isEmpty || (problems.length > 0 && !leave_out_faults)) {
      return { ...none, verdict: withReasons(verdict, [...problems, ...notes, leftOut]), outcome: 'policy_fault' }
    }
    const key = this.#keyOf(checked)
    const exact = ofRows.get(row.number)
    const [above, ...others] = exact === undefined ? findAbove(brought, this.#seen.get(key) ?? []) : []
    const isAgain = placed !== undefined || above !== undefined
    const isFurther = above !== undefined && others.length === 0 && !placed
    const isLater = isFurther && !fill_only && isOfLaterDay(brought, above.brought)
    const differing = (isFurther ? differingOf(brought, above.brought) : []).filter(
      (target) => !isLater || !ofStatus.includes(target),
    )
    const values = differing.includes('policy.status') ? withoutEnd(brought) : brought
    const policy = { values, isAgain, ...(isLater && { isLater }), ...(covered && { covered }) }
    // Whose it is shows when the row is decided.
    if (verdict.outcome === 'ambiguous') {
      // Rows below of this person and their family find it there, unless it is decided to leave the row out.
      this.#add(`${row.number}${policyKey(brought, common)}`, { number: row.number, brought })
      return { verdict: withReasons(verdict, [...problems, ...notes]), policy, outcome: null }
    }
    const isSeveral = others.length > 0 && !placed
    // That of the row above is not there yet.
    const isBelow = above !== undefined && above.id === undefined && !isSeveral
    const planning = {
      known: ofClients.get(verdict.client_id ?? '') ?? [],
      findCarrier,
      common,
      fillOnly: fill_only || isAgain,
      isLater,
      covered,
      taken: isAgain ? undefined : this.#taken,
      of: exact ?? above?.id,
    }
    const planned = isSeveral
      ? severalPolicies
      : isBelow
        ? undefined
        : this.#tellSpelling(planPolicy(brought, planning))
    // A policy is added by the row of its subscriber alone.
    if (placed && planned && planned.kind !== 'update') return none
    const known = planned && 'policy' in planned ? planned.policy : undefined
    const isTaken = known !== undefined && known.id !== exact && this.#taken.has(known.id)
    const made = { ...(known && storedValues(known)), ...brought }
    if (known && !this.#taken.has(known.id)) this.#taken.set(known.id, made)
    if (above && !isSeveral) above.brought = { ...values, ...above.brought, ...(isLater && statusIn(values)) }
    else if (planned?.kind !== 'fault') this.#add(key, { number: row.number, id: known?.id, brought: made })
    const outcome = planned ? policyOutcomes[planned.kind] : policyOutcomes.update
    const reasons = planned ? reasonsOf(planned) : placed ? [] : [isLater ? laterStatus : onlyFills]
    const stays = differing.map((field) => ({ field, message: 'is not that of the row above, which stays' }))
    const told = withReasons(verdict, [...problems, ...notes, ...reasons, ...stays])
    const of = planned?.kind === 'update' ? planned.policy.id : undefined
    return {
      verdict: outcome === null || outcome === policyOutcomes.fault ? told : asChange(told),
      policy: { ...policy, isAgain: isAgain || isTaken, ...(of && { of }), ...(isBelow && { above: above.number }) },
      outcome,
      isOfSeveral: planned === severalPolicies && !isSeveral,
    }
  }

  #add(key: string, policy: FilePolicy) {
    this.#seen.set(key, [...(this.#seen.get(key) ?? []), policy])
  }

  #tellSpelling(plan: PolicyPlan): PolicyPlan {
    if (plan.kind !== 'create' || !('name' in plan.carrier)) return plan
    const { name } = plan.carrier
    const first = this.#added.get(carrierForm(name)) ?? name
    this.#added.set(carrierForm(name), first)
    return normalForm(first) === normalForm(name) ? plan : { ...plan, notes: carrierNotes(name, { name: first }) }
  }
}

/** By what rows of a known policy are found. */
function storedValues({ product, premium, effective_date, term_date, status }: Policy): BroughtPolicy {
  return {
    'policy.status': status,
    ...(product && { 'policy.product': product }),
    ...(premium && { 'policy.premium': premium }),
    ...(effective_date && { 'policy.effective_date': effective_date }),
    ...(term_date && { 'policy.term_date': term_date }),
  }
}

/** What a further row says of a policy otherwise than the rows above. */
const differingOf = (brought: BroughtPolicy, above: BroughtPolicy): PolicyTarget[] =>
  policyTargets.filter((target) => {
    const [value, stored] = [brought[target], above[target]]
    return value !== undefined && stored !== undefined && !saysSame(target, value, stored)
  })

const ofStatus: readonly PolicyTarget[] = ['policy.status', 'policy.status_date', 'policy.status_reason']

const statusIn = (brought: BroughtPolicy): BroughtPolicy =>
  Object.fromEntries(ofStatus.flatMap((target) => (brought[target] === undefined ? [] : [[target, brought[target]]])))

/** Whether a further row of a policy has a status of a later day, as of one that lapsed and was reinstated. */
const isOfLaterDay = (brought: BroughtPolicy, above: BroughtPolicy): boolean =>
  brought['policy.status'] !== undefined &&
  (brought['policy.status_date'] ?? '') > (above['policy.status_date'] ?? brought['policy.status_date'] ?? '')

/** The end is that of the status, and goes with it. */
function withoutEnd({
  'policy.term_date': _term,
  'policy.status_date': _date,
  'policy.status_reason': _reason,
  ...others
}: BroughtPolicy): BroughtPolicy {
  return others
}

const onlyFills: Problem = { field: '', message: 'has the policy of a row above: only what is empty there is filled' }
const laterStatus: Problem = {
  field: '',
  message: 'has the policy of a row above, with a later status: that counts, and else only what is empty is filled',
}
const leftOut: Problem = { field: '', message: 'the policy is left out' }

export const reasonsOf = (plan: PolicyPlan): Problem[] => {
  if (plan.kind === 'fault') return [...plan.problems, leftOut]
  return plan.kind === 'same' ? [] : plan.notes
}

const withReasons = (verdict: Verdict, more: readonly Problem[]): Verdict => ({
  ...verdict,
  reasons: [...verdict.reasons, ...more],
})

/** A client who stays as is gets a policy. */
const asChange = (verdict: Verdict): Verdict =>
  verdict.outcome === 'skip'
    ? { ...verdict, outcome: 'update', reasons: verdict.reasons.filter(({ message }) => message !== nothingNew) }
    : verdict
