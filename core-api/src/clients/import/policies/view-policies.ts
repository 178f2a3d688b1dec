import type { ImportPlan, ImportRow } from '@agency/contract/client-imports'
import { type PolicyTarget, policyTargets } from '@agency/contract/import-policies'
import type { Policy } from '@agency/contract/policies'
import { policyLineNames, policyLines } from '@agency/contract/policy-terms'
import { findsCarriers } from '../../policies/carrier-names.ts'
import { listCarriers } from '../../policies/carrier-service.ts'
import { readPolicies } from '../../policies/policy-service.ts'
import { maskNumber } from '../../policies/policy-values.ts'
import type { StoredRow } from '../import-row-repository.ts'
import type { ImportContext } from '../import-service.ts'
import { broughtBy, formerPolicy } from '../row-changes.ts'
import { policyOutcomes } from './check-policies.ts'
import { planPolicy } from './plan-policy.ts'
import type { BroughtPolicy } from './read-policy.ts'

/** A value as staff see it, whoever they are: the numbers as masks. */
export function shownPolicy(target: PolicyTarget, value: string | undefined | null): string | null {
  if (value === undefined || value === null) return null
  if (target === 'policy.number' || target === 'policy.member_id') return maskNumber(value)
  const line = target === 'policy.line' ? policyLines.find((each) => each === value) : undefined
  return line === undefined ? value : policyLineNames[line]
}

const textIn = (policy: object, target: PolicyTarget): string | undefined => {
  const name = target === 'policy.carrier' ? 'carrier_name' : target.replace('policy.', '')
  const value = Object.entries(policy).find(([field]) => field === name)?.[1]
  return typeof value === 'string' ? value : undefined
}

/** What rows bring or have brought to policies, by the ids of the rows: of a known policy what changes. */
export async function policyValues(
  context: ImportContext,
  rows: readonly StoredRow[],
  plan: ImportPlan,
): Promise<Map<string, ImportRow['values']>> {
  const brought = rows.flatMap((row) => {
    const { policy } = broughtBy(context.cipher, row)
    const isSame = row.policy === null && row.outcome !== 'ambiguous'
    return policy && !isSame ? [{ row, policy }] : []
  })
  const waiting = brought.filter(({ row }) => row.result === null && row.policy === policyOutcomes.update)
  const clientIds = [...new Set(waiting.flatMap(({ row }) => row.client_id ?? []))]
  const policies = clientIds.length === 0 ? [] : await readPolicies(context, 'client_id', clientIds)
  const known = Map.groupBy(policies, ({ client_id }) => client_id)
  const findCarrier = findsCarriers(clientIds.length === 0 ? [] : await listCarriers(context.db))
  const changesOf = ({ row, policy: { values, isAgain, covered, of } }: (typeof brought)[number]): [object, object] => {
    const own: Policy[] = known.get(row.client_id ?? '') ?? []
    const fillOnly = plan.fill_only || isAgain
    const planned = planPolicy(values, { known: own, findCarrier, common: plan.policies, fillOnly, covered, of })
    return planned.kind === 'update' ? [planned.policy, planned.changes] : [{}, {}]
  }
  const { carrier, line, status } = plan.policies ?? {}
  // What was chosen for all rows may be that of the former file.
  const chosen: BroughtPolicy = {
    ...(carrier && { 'policy.carrier': carrier }),
    ...(line && { 'policy.line': line }),
    ...(status && { 'policy.status': status }),
  }
  return new Map(
    brought.map((each) => {
      const { row, policy } = each
      const isUpdate = row.policy === policyOutcomes.update
      const done = row.result === null ? undefined : formerPolicy(context.cipher, row)
      const [former, changes] = done === undefined ? changesOf(each) : [done, done]
      const isChanged = (target: PolicyTarget) =>
        (target === 'policy.carrier' ? 'carrier_id' : target.replace('policy.', '')) in changes
      const shown = row.policy === policyOutcomes.create ? { ...chosen, ...policy.values } : policy.values
      const targets = policyTargets.filter((target) => (isUpdate ? isChanged(target) : shown[target] !== undefined))
      const values = targets.map((field) => ({
        field,
        former: isUpdate ? shownPolicy(field, textIn(former, field)) : null,
        value: shownPolicy(field, shown[field]),
      }))
      return [row.id, values.filter(({ former, value }) => former !== null || value !== null)]
    }),
  )
}
