import type { ImportPolicyOutcome } from '@agency/contract/import-policies'
import type { Policy } from '@agency/contract/policies'
import { v7 as uuid } from 'uuid'
import type { Problem } from '../../../platform/errors.ts'
import { carrierNamed, listCarriers } from '../../policies/carrier-service.ts'
import { addPolicyWithin, changePolicyWithin, readPolicies } from '../../policies/policy-service.ts'
import type { PolicyChanges } from '../../policies/policy-values.ts'
import { undoPolicy } from '../../policies/undo-policy.ts'
import { attempt } from '../attempt.ts'
import type { StoredRow } from '../import-row-repository.ts'
import type { Work } from '../import-service.ts'
import { type Brought, broughtBy, encryptPolicy, formerPolicy } from '../row-changes.ts'
import { policyOutcomes, reasonsOf } from './check-policies.ts'
import { carriersByName, type PolicyPlan, planPolicy } from './plan-policy.ts'
import { endPolicies, passVersion, rowsOfClients } from './policy-row-repository.ts'

type Made = Extract<PolicyPlan, { kind: 'create' | 'update' }>

/** Does what rows say of policies, once their clients are there. */
export async function runPolicies(work: Work, rows: readonly StoredRow[]): Promise<void> {
  const { db, cipher, record } = work
  const wanted = new Map<string, NonNullable<Brought['policy']>>()
  for (const row of rows) {
    const isWanted = row.policy === 'policy_create' || row.policy === 'policy_update' || row.outcome === 'ambiguous'
    const { policy } = isWanted ? broughtBy(cipher, row) : {}
    if (policy) wanted.set(row.id, policy)
  }
  if (wanted.size === 0) return
  const made = await rowsOfClients(db, [...wanted.keys()])
  let carriers = carriersByName(await listCarriers(db))
  const known = new Map<string, Policy[]>()
  const read = async (clientIds: string[]) => {
    const policies = Map.groupBy(await readPolicies(work, 'client_id', clientIds), (each) => each.client_id)
    for (const id of clientIds) known.set(id, policies.get(id) ?? [])
  }
  await read([...new Set(made.map(({ client_id }) => client_id))])
  const ended = []
  for (const [at, row] of made.entries()) {
    const { values, isAgain } = wanted.get(row.id) ?? { values: {}, isAgain: false }
    const { fill_only, policies: common } = record.plan
    const own = known.get(row.client_id) ?? []
    const planning = { known: own, carriers, common, fillOnly: fill_only || isAgain }
    const plan = planPolicy(values, planning)
    const done = await doRow(work, row, plan)
    ended.push({ id: row.id, ...done })
    const isBelow = made.some(({ client_id }, place) => place > at && client_id === row.client_id)
    if (done.policyId !== null && isBelow) await read([row.client_id])
    if (plan.kind === 'create' && 'name' in plan.carrier) carriers = carriersByName(await listCarriers(db))
  }
  const without = [...wanted.keys()].filter((id) => !made.some((row) => row.id === id))
  await endPolicies(db, [...ended, ...without.map((id) => ({ id, ...nothing }))])
}

interface Done {
  outcome: ImportPolicyOutcome | null
  policyId: string | null
  version: number | null
  former: Buffer | null
  reasons: Problem[]
}
const nothing: Done = { outcome: null, policyId: null, version: null, former: null, reasons: [] }
const refused = (message: string): Done => ({
  ...nothing,
  outcome: 'policy_fault',
  reasons: reasonsOf({ kind: 'fault', problems: [{ field: '', message }] }),
})

type RowOfClient = Awaited<ReturnType<typeof rowsOfClients>>[number]

async function doRow(work: Work, row: RowOfClient, plan: PolicyPlan): Promise<Done> {
  if (plan.kind === 'same') return nothing
  if (plan.kind === 'fault') {
    // The dry run has told the same.
    return row.policy === 'policy_fault' ? nothing : { ...nothing, outcome: 'policy_fault', reasons: reasonsOf(plan) }
  }
  if (row.policy === 'policy_update' && plan.kind === 'create')
    return refused('its policy is not there: it was deleted, or the row above was not imported')
  let done: Done = nothing
  const why = await attempt(work.db, async () => {
    done = plan.kind === 'create' ? await create(work, row, plan) : await update(work, row, plan)
  })
  return why === undefined ? done : refused(why)
}

async function create(work: Work, row: RowOfClient, plan: Extract<Made, { kind: 'create' }>): Promise<Done> {
  const { line, status, ...values } = plan.values
  if (line === undefined || status === undefined) throw new Error('A planned policy has a line and a status')
  const carrierId = 'id' in plan.carrier ? plan.carrier.id : (await carrierNamed(work, plan.carrier.name)).id
  const id = uuid()
  const name = { clientId: row.client_id, id }
  await addPolicyWithin(work, name, { ...values, line, status, carrier_id: carrierId })
  return { outcome: policyOutcomes.create, policyId: id, version: 1, former: null, reasons: [] }
}

async function update(work: Work, row: RowOfClient, plan: Extract<Made, { kind: 'update' }>): Promise<Done> {
  const { policy, changes } = plan
  const present = await changePolicyWithin(work, { clientId: row.client_id, id: policy.id }, changes)
  if (present.version === policy.version) return nothing
  const isStatus = changes.status !== undefined
  const { status, status_date, status_reason } = policy
  const former: PolicyChanges = {
    ...Object.fromEntries(Object.entries(policy).filter(([field]) => field in changes)),
    ...(isStatus && { status, status_date, status_reason }),
  }
  return {
    outcome: policyOutcomes.update,
    policyId: policy.id,
    version: present.version,
    former: encryptPolicy(work.cipher, row.id, former),
    reasons: [],
  }
}

/** Takes back what rows have done to policies. @returns what was edited since, as the names of columns */
export async function revertPolicies(
  work: Work,
  rows: readonly StoredRow[],
): Promise<{ id: string; fields: string[] }[]> {
  const kept: { id: string; fields: string[] }[] = []
  for (const row of rows) {
    const { policy_id: id, policy_version: version } = row
    if (id === null || version === null) continue
    const former = row.policy === policyOutcomes.update ? formerPolicy(work.cipher, row) : undefined
    const refused = await attempt(work.db, async () => {
      const undone = await undoPolicy(work, { id, version, former })
      kept.push({ id: row.id, fields: undone.kept.map(columnOf) })
      if (undone.version === version + 1) await passVersion(work.db, row, undone.version)
    })
    if (refused !== undefined) kept.push({ id: row.id, fields: ['policy.id'] })
  }
  return kept.filter(({ fields }) => fields.length > 0)
}

const columnOf = (field: string): string => `policy.${field === 'carrier_id' ? 'carrier' : field}`
