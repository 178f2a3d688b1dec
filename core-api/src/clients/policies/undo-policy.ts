import { recordUnlessArchived } from '../../platform/access/record-unless-archived.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { deletePolicy, deletePresentStatus, lockPolicies, updatePolicy } from './policy-repository.ts'
import { type PolicyContext, readPolicy, rowOf } from './policy-service.ts'
import type { PolicyChanges } from './policy-values.ts'

type Context = PolicyContext & { db: Transaction }

/** A policy as it was made at a version, and what its fields held before that; nothing if it was added then. */
interface Undone {
  id: string
  version: number
  former: PolicyChanges | undefined
}

/** Keeps what was edited since. @returns version 0 if the policy is gone @throws WrongState for an archived client */
export async function undoPolicy(
  context: Context,
  { id, version, former }: Undone,
): Promise<{ version: number; kept: string[] }> {
  const { db, cipher, principal } = context
  const [row] = await lockPolicies(db, [id])
  if (!row) return { version: 0, kept: [] }
  const clientId = row.client_id
  const since = Object.entries(row.field_versions).flatMap(([field, at]) => (Number(at) > version ? [field] : []))
  if (former === undefined) {
    if (row.version !== version) return { version: row.version, kept: since.length > 0 ? since : ['id'] }
    await deletePolicy(db, id)
    await recordUnlessArchived(db, principal, { action: 'policy.deleted', clientId, subjectId: id })
    return { version: 0, kept: [] }
  }
  const kept = Object.keys(former).filter((field) => since.includes(field))
  const changes = Object.fromEntries(Object.entries(former).filter(([field]) => !since.includes(field)))
  const fields = Object.keys(changes)
  if (fields.length === 0) return { version: row.version, kept }
  const current = await readPolicy(context, { clientId, id })
  if (fields.includes('status')) await deletePresentStatus(db, id)
  await updatePolicy(db, id, { fields, row: rowOf(id, { ...current, ...changes }, cipher) })
  await recordUnlessArchived(db, principal, { action: 'policy.changed', clientId, subjectId: id, fields })
  return { version: row.version + 1, kept }
}
