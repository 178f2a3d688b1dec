import type { AdminRole } from '@agency/contract/admins'
import { type ClientFieldName, clientFields, type MaskKind } from '@agency/contract/client-fields'
import { maskValue } from '@agency/contract/client-mask'
import type { ClientRecord, ClientValue } from '@agency/contract/clients'
import type { Principal } from '../../platform/http/principals.ts'

/** The roles that see sensitive values unmasked. */
const revealingRoles: readonly AdminRole[] = ['standard', 'power']

const masks: ReadonlyMap<ClientFieldName, MaskKind> = new Map(
  clientFields.flatMap(({ name, encrypted, mask }) => (encrypted ? [[name, mask ?? 'hidden'] as const] : [])),
)

/** Whether a principal sees the values of sensitive fields; all others see masks. */
export const mayReveal = (principal: Principal): boolean =>
  principal.kind === 'admin' && revealingRoles.includes(principal.role)

/** The value of one field, masked unless the principal may see it. */
export function maskClientValue(principal: Principal, field: ClientFieldName, value: ClientValue): ClientValue {
  return mayReveal(principal) ? value : maskedValue(field, value)
}

/** A record with its sensitive values masked, unless the principal may see them. Every answer with a record uses this. */
export function maskRecord(principal: Principal, record: ClientRecord): ClientRecord {
  if (mayReveal(principal)) return record
  const masked = [...masks.keys()].map((name) => [name, maskedValue(name, record[name])])
  return { ...record, ...Object.fromEntries(masked) }
}

function maskedValue(field: ClientFieldName, value: ClientValue): ClientValue {
  const mask = masks.get(field)
  return mask === undefined || value === null ? value : maskValue(String(value), mask)
}
