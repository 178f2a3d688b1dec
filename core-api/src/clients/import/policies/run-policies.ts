import type { ImportPolicyOutcome } from '@agency/contract/import-policies'
import { v7 as uuid } from 'uuid'
import type { Problem } from '../../../platform/errors.ts'
import { wavesOf } from '../../../platform/waves.ts'
import { carrierForm, findsCarriers } from '../../policies/carrier-names.ts'
import { carrierNamed, listCarriers } from '../../policies/carrier-service.ts'
import { addPoliciesWithin, changePoliciesWithin } from '../../policies/policy-bulk.ts'
import { readPolicies } from '../../policies/policy-service.ts'
import type { PolicyChanges } from '../../policies/policy-values.ts'
import { undoPolicies } from '../../policies/undo-policies.ts'
import { inOneOrEach } from '../attempt.ts'
import { passVersions, type StoredRow } from '../import-row-repository.ts'
import type { Work } from '../import-service.ts'
import { broughtBy, encryptPolicy, formerPolicy } from '../row-changes.ts'
import { policyOutcomes, reasonsOf } from './check-policies.ts'
import { type PolicyPlan, planPolicy } from './plan-policy.ts'
import { endPolicies, policiesOfRows, rowsOfClients } from './policy-row-repository.ts'
import type { RowPolicy } from './read-policy.ts'

type RowOfClient = Awaited<ReturnType<typeof rowsOfClients>>[number]

interface Brought {
  /** By row. */
  policies: ReadonlyMap<string, RowPolicy>
  /** The ids of the policies of rows above, by the number of the row. */
  above: Map<number, string>
  /** The first name of each carrier, by what is alike in other ways to write it. */
  carriers: Map<string, string>
}

/** Does what rows say of policies, once their clients are there: the rows of one client one after another, others at once. */
export async function runPolicies(work: Work, rows: readonly StoredRow[]): Promise<void> {
  const { db, cipher } = work
  const wanted = new Map<string, RowPolicy>()
  for (const row of rows) {
    const isWanted = row.policy === 'policy_create' || row.policy === 'policy_update' || row.outcome === 'ambiguous'
    const { policy } = isWanted ? broughtBy(cipher, row) : {}
    if (policy) wanted.set(row.id, policy)
  }
  if (wanted.size === 0) return
  const made = await rowsOfClients(db, [...wanted.keys()])
  const ended = new Map<string, Done>([...wanted.keys()].map((id) => [id, nothing]))
  const numbers = [...wanted.values()].flatMap(({ above }) => above ?? [])
  const brought: Brought = {
    policies: wanted,
    above: await policiesOfRows(db, work.record.id, numbers),
    carriers: new Map(),
  }
  for (const { id } of made) {
    const name = wanted.get(id)?.values['policy.carrier']
    if (name !== undefined && !brought.carriers.has(carrierForm(name))) brought.carriers.set(carrierForm(name), name)
  }
  for (const wave of wavesOf(made, ({ client_id }) => client_id)) {
    const numberOf = new Map(wave.map(({ id, number }) => [id, number]))
    for (const { id, done } of await runWave(work, wave, brought)) {
      ended.set(id, done)
      if (done.policyId !== null) brought.above.set(numberOf.get(id) ?? 0, done.policyId)
    }
  }
  await endPolicies(
    db,
    [...ended].map(([id, done]) => ({ id, ...done })),
  )
}

async function runWave(
  work: Work,
  rows: readonly RowOfClient[],
  brought: Brought,
): Promise<{ id: string; done: Done }[]> {
  const planned = await planWave(work, rows, brought)
  const ended: { id: string; done: Done }[] = []
  const creates: (RowOfClient & { plan: Creation })[] = []
  const updates: (RowOfClient & { plan: Change })[] = []
  for (const { plan, ...row } of planned) {
    if (plan.kind === 'update') updates.push({ ...row, plan })
    else if (plan.kind !== 'create') ended.push({ id: row.id, done: without(row, plan) })
    else if (row.policy !== policyOutcomes.update) creates.push({ ...row, plan })
    else
      ended.push({
        id: row.id,
        done: refusal('its policy is not there: it was deleted, or the row above was not imported'),
      })
  }
  const isRefused = [
    ...(await inOneOrEach(work.db, creates, async (some) => void ended.push(...(await create(work, some))))),
    ...(await inOneOrEach(work.db, updates, async (some) => void ended.push(...(await update(work, some))))),
  ]
  return [...ended, ...isRefused.map(({ item, message }) => ({ id: item.id, done: refusal(message) }))]
}

/** Plans the policies of rows of different clients. New carriers are added. */
async function planWave(
  work: Work,
  rows: readonly RowOfClient[],
  brought: Brought,
): Promise<(RowOfClient & { plan: PolicyPlan })[]> {
  const clientIds = rows.map(({ client_id }) => client_id)
  const known = Map.groupBy(await readPolicies(work, 'client_id', clientIds), ({ client_id }) => client_id)
  const { fill_only, policies: common } = work.record.plan
  const carriers = await listCarriers(work.db)
  // Two new names that are alike are one carrier, unless several known ones are like both.
  for (let names = brought.carriers; ; names = new Map()) {
    const findCarrier = findsCarriers(carriers)
    const planned = rows.map((row) => {
      const policy: RowPolicy = brought.policies.get(row.id) ?? { values: {}, isAgain: false }
      const { values, isAgain, isLater, covered, of = brought.above.get(policy.above ?? 0) } = policy
      const own = known.get(row.client_id) ?? []
      // The dry run has found none that a row without a known number is of.
      const taken = row.policy === policyOutcomes.create || undefined
      const planning = {
        ...{ known: own, findCarrier, common, isLater, covered, taken, of },
        fillOnly: fill_only || isAgain,
      }
      return { ...row, plan: planPolicy(values, planning) }
    })
    const added = planned.flatMap(({ plan, policy }) =>
      plan.kind === 'create' && policy !== policyOutcomes.update && 'name' in plan.carrier ? [plan.carrier.name] : [],
    )
    if (added.length === 0) return planned
    for (const [form, [name = '']] of Map.groupBy(added, carrierForm)) {
      carriers.push(await carrierNamed(work, names.get(form) ?? name, work.record.id))
    }
  }
}

type Creation = Extract<PolicyPlan, { kind: 'create' }>
type Change = Extract<PolicyPlan, { kind: 'update' }>

interface Done {
  outcome: ImportPolicyOutcome | null
  policyId: string | null
  version: number | null
  former: Buffer | null
  reasons: Problem[]
}
const nothing: Done = { outcome: null, policyId: null, version: null, former: null, reasons: [] }

const refusal = (message: string): Done => ({
  ...nothing,
  outcome: policyOutcomes.fault,
  reasons: reasonsOf({ kind: 'fault', problems: [{ field: '', message }] }),
})

/** The dry run may have told the same fault. */
const without = ({ policy }: RowOfClient, plan: PolicyPlan): Done =>
  plan.kind === 'same' || policy === policyOutcomes.fault
    ? nothing
    : { ...nothing, outcome: policyOutcomes.fault, reasons: reasonsOf(plan) }

async function create(work: Work, rows: readonly (RowOfClient & { plan: Creation })[]) {
  const made = rows.map(({ id, client_id, plan }) => {
    const { line, status, ...values } = plan.values
    if (line === undefined || status === undefined || !('id' in plan.carrier)) {
      throw new Error('A planned policy has a line, a status and a carrier')
    }
    const sent = { ...values, line, status, carrier_id: plan.carrier.id }
    return { row: id, policy: { clientId: client_id, id: uuid(), sent } }
  })
  await addPoliciesWithin(
    work,
    made.map(({ policy }) => policy),
  )
  return made.map(({ row, policy }) => ({
    id: row,
    done: { ...nothing, outcome: policyOutcomes.create, policyId: policy.id, version: 1 },
  }))
}

async function update(work: Work, rows: readonly (RowOfClient & { plan: Change })[]) {
  const changed = await changePoliciesWithin(
    work,
    rows.map(({ client_id, plan }) => ({ clientId: client_id, id: plan.policy.id, sent: plan.changes })),
  )
  return rows.map(({ id, plan: { policy, changes } }, at) => {
    const version = changed[at]?.version ?? policy.version
    if (version === policy.version) return { id, done: nothing }
    const { status, status_date, status_reason } = policy
    const former: PolicyChanges = {
      ...Object.fromEntries(Object.entries(policy).filter(([field]) => field in changes)),
      ...(changes.status !== undefined && { status, status_date, status_reason }),
    }
    const encrypted = encryptPolicy(work.cipher, id, former)
    return { id, done: { ...nothing, outcome: policyOutcomes.update, policyId: policy.id, version, former: encrypted } }
  })
}

/** Takes back what rows of different clients have done to policies. @returns what was edited since, as the names of columns */
export async function revertPolicies(
  work: Work,
  rows: readonly StoredRow[],
): Promise<{ id: string; fields: string[] }[]> {
  const kept: { id: string; fields: string[] }[] = []
  const done = rows.flatMap((row) => {
    const { policy_id: id, policy_version: version } = row
    if (id === null || version === null) return []
    const former = row.policy === policyOutcomes.update ? formerPolicy(work.cipher, row) : undefined
    return [{ row, id, version, former }]
  })
  const refused = await inOneOrEach(work.db, done, async (some) => {
    const undone = await undoPolicies(work, some)
    const passed = some.filter(({ version }, at) => undone[at]?.version === version + 1)
    await passVersions(
      work.db,
      passed.map(({ row }) => row.id),
      { of: 'policy_id', version: 'policy_version' },
    )
    for (const [at, { row }] of some.entries())
      kept.push({ id: row.id, fields: (undone[at]?.kept ?? []).map(columnOf) })
  })
  return [
    ...kept.filter(({ fields }) => fields.length > 0),
    ...refused.map(({ item }) => ({ id: item.row.id, fields: ['policy.id'] })),
  ]
}

const columnOf = (field: string): string => `policy.${field === 'carrier_id' ? 'carrier' : field}`
