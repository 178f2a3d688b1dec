import type { AdminRole } from '@agency/contract/admins'
import { type ClientFieldName, clientFields, type MaskKind } from '@agency/contract/client-fields'
import { maskValue } from '@agency/contract/client-mask'
import type { ClientRecord, ClientValue } from '@agency/contract/clients'
import type { Principal } from '../../platform/http/principals.ts'

/** The roles whose holders may be given sensitive values as they are. */
const revealingRoles: readonly AdminRole[] = ['standard', 'power']

const masks: ReadonlyMap<ClientFieldName, MaskKind> = new Map(
  clientFields.flatMap(({ name, encrypted, mask }) => (encrypted ? [[name, mask ?? 'hidden'] as const] : [])),
)

/** Whether a principal may be given the values of sensitive fields; others get their masks. */
export const mayReveal = (principal: Principal): boolean =>
  principal.kind === 'admin' && revealingRoles.includes(principal.role)

/** One field's value as a principal may have it. */
export function maskClientValue(principal: Principal, field: ClientFieldName, value: ClientValue): ClientValue {
  return mayReveal(principal) ? value : maskedValue(field, value)
}

/** A record as a principal may have it: every answer that carries a record goes through here. */
export function maskRecord(principal: Principal, record: ClientRecord): ClientRecord {
  if (mayReveal(principal)) return record
  const masked = [...masks.keys()].map((name) => [name, maskedValue(name, record[name])])
  return { ...record, ...Object.fromEntries(masked) }
}

function maskedValue(field: ClientFieldName, value: ClientValue): ClientValue {
  const mask = masks.get(field)
  return mask === undefined || value === null ? value : maskValue(String(value), mask)
}
