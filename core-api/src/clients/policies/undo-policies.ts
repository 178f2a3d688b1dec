import { recordActsUnlessArchived } from '../../platform/access/record-unless-archived.ts'
import { lockAndRead, storePolicies, type Within } from './policy-bulk.ts'
import { deletePolicies, deletePresentStatuses, lockPolicies } from './policy-repository.ts'
import type { PolicyChanges } from './policy-values.ts'

/** A policy as it was made at a version, and what its fields held before that; nothing if it was added then. */
interface Undone {
  id: string
  version: number
  former: PolicyChanges | undefined
}

/** @property version 0 if the policy is gone @property kept what was edited since */
interface Outcome {
  version: number
  kept: string[]
}

type Locked = Awaited<ReturnType<typeof lockPolicies>>[number]

/** Takes back what was done to policies, each once, by few statements. @throws WrongState for an archived client */
export async function undoPolicies(context: Within, all: readonly Undone[]): Promise<Outcome[]> {
  const { db, principal } = context
  const ids = all.map(({ id }) => id)
  const rows = new Map(ids.length === 0 ? [] : (await lockPolicies(db, ids)).map((row) => [row.id, row]))
  const planned = all.map((undone) => planUndo(undone, rows.get(undone.id)))
  const of = (policy: Locked) => ({ id: policy.id, clientId: policy.client_id })
  const deleted = planned.flatMap(({ isDeleted, policy }) => (isDeleted && policy ? [of(policy)] : []))
  await deletePolicies(
    db,
    deleted.map(({ id }) => id),
  )
  const restored = planned.flatMap(({ changes, policy }) => (changes && policy ? [{ ...of(policy), changes }] : []))
  await restore(context, restored)
  const acts = [
    ...deleted.map((name) => ({ ...name, action: 'policy.deleted' as const, fields: [] })),
    ...restored.map((name) => ({ ...name, action: 'policy.changed' as const, fields: Object.keys(name.changes) })),
  ]
  await recordActsUnlessArchived(
    db,
    acts.map(({ clientId, id, ...event }) => ({ principal, clientId, event: { ...event, subjectId: id } })),
  )
  return planned.map(({ version, kept }) => ({ version, kept }))
}

interface Plan extends Outcome {
  policy?: Locked
  isDeleted?: boolean
  changes?: PolicyChanges
}

function planUndo({ version, former }: Undone, policy: Locked | undefined): Plan {
  if (!policy) return { version: 0, kept: [] }
  const since = Object.entries(policy.field_versions).flatMap(([field, at]) => (Number(at) > version ? [field] : []))
  if (former === undefined) {
    if (policy.version === version) return { policy, version: 0, kept: [], isDeleted: true }
    return { version: policy.version, kept: since.length > 0 ? since : ['id'] }
  }
  const kept = Object.keys(former).filter((field) => since.includes(field))
  const changes: PolicyChanges = Object.fromEntries(Object.entries(former).filter(([field]) => !since.includes(field)))
  if (Object.keys(changes).length === 0) return { version: policy.version, kept }
  return { policy, version: policy.version + 1, kept, changes }
}

async function restore(
  context: Within,
  policies: readonly { id: string; clientId: string; changes: PolicyChanges }[],
): Promise<void> {
  if (policies.length === 0) return
  const restated = policies.filter(({ changes }) => changes.status !== undefined)
  await deletePresentStatuses(
    context.db,
    restated.map(({ id }) => id),
  )
  const current = await lockAndRead(context, policies)
  await storePolicies(
    context,
    current.map((policy, at) => {
      const changes = policies[at]?.changes ?? {}
      return { values: { ...policy, ...changes }, fields: Object.keys(changes) }
    }),
  )
}
