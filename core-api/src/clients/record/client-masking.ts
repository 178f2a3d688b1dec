import { type ClientFieldName, clientFields, type MaskKind } from '@agency/contract/client-fields'
import { isMasked, maskValue } from '@agency/contract/client-mask'
import type { ClientRecord, ClientUpdate, ClientValue } from '@agency/contract/clients'
import { isSensitive, sensitiveFields } from '@agency/contract/sensitive-fields'
import { InvalidInput } from '../../platform/errors.ts'
import { mayDo, type Principal } from '../../platform/http/principals.ts'
import type { ClientChanges } from './client-input.ts'

const masks: ReadonlyMap<ClientFieldName, MaskKind> = new Map(
  clientFields.filter(isSensitive).map(({ name, mask }) => [name, mask ?? 'hidden']),
)

/** The fields that cards mask. The other sensitive ones are masked only for those who may not see them. */
const maskedOnCards: ReadonlyMap<ClientFieldName, MaskKind> = new Map(
  clientFields.flatMap(({ name, mask }) => (mask ? [[name, mask] as const] : [])),
)
const none: ReadonlyMap<ClientFieldName, MaskKind> = new Map()

export const mayReveal = (principal: Principal): boolean => mayDo(principal, 'clients.sensitive')

/** Whether answers to the principal mask what it may see: it asks for that, or does not say why it needs the values. */
const isMasking = (principal: Principal): boolean =>
  principal.kind === 'admin' && (principal.isMasking === true || principal.revealReason === 'missing')

/** The fields of which an answer to the principal holds masks: all that it may not see, and those it asks to mask. */
function masksFor(principal: Principal): ReadonlyMap<ClientFieldName, MaskKind> {
  if (!mayReveal(principal)) return masks
  return isMasking(principal) ? maskedOnCards : none
}

/** Sensitive and not masked in the answer: whoever answers writes these fields to the audit trail. */
export function revealedAmong(principal: Principal, fields: readonly ClientFieldName[]): ClientFieldName[] {
  const masked = masksFor(principal)
  return fields.filter((name) => sensitiveFields.has(name) && !masked.has(name))
}

/** The fields that an answer with the record reveals to the principal. Empty fields reveal nothing. */
export function revealedFields(principal: Principal, record: ClientRecord): ClientFieldName[] {
  const filled = [...sensitiveFields].filter((name) => record[name] !== null)
  return revealedAmong(principal, filled)
}

/**
 * Refuses edits of unseen fields, also without a change: the answer must not tell whether a guess is right.
 * @throws InvalidInput naming the fields
 */
export function requireVisible(principal: Principal, changes: ClientChanges, current: ClientRecord | undefined): void {
  if (mayReveal(principal)) return
  const isWritten = (name: ClientFieldName) =>
    changes[name] !== undefined && (changes[name] !== null || (current?.[name] ?? null) !== null)
  const problems = [...masks.keys()]
    .filter(isWritten)
    .map((field) => ({ field, message: 'may not be changed with your access level' }))
  if (problems.length > 0) throw new InvalidInput(problems)
}

export function maskClientValue(principal: Principal, field: ClientFieldName, value: ClientValue): ClientValue {
  const mask = masksFor(principal).get(field)
  return mask === undefined || value === null ? value : maskValue(String(value), mask)
}

/** A record as an answer to the principal holds it. Every answer with a record uses this. */
export function maskRecord(principal: Principal, record: ClientRecord): ClientRecord {
  const masked = [...masksFor(principal).keys()].map((name) => [name, maskClientValue(principal, name, record[name])])
  return { ...record, ...Object.fromEntries(masked) }
}

/** A record with all its sensitive values masked, for whoever chooses between records without reading them. */
export function maskAll(record: ClientRecord): ClientRecord {
  const masked = [...masks].flatMap(([name, mask]) =>
    record[name] === null ? [] : [[name, maskValue(String(record[name]), mask)]],
  )
  return { ...record, ...Object.fromEntries(masked) }
}

/** An edit without the masks that hide what is stored now: whoever sends a whole record back does not change them. */
export function withoutOwnMasks(sent: ClientUpdate, current: ClientRecord): ClientUpdate {
  const isOwnMask = (name: ClientFieldName, mask: MaskKind) =>
    current[name] !== null && isMasked(String(sent[name])) && sent[name] === maskValue(String(current[name]), mask)
  const own = new Set<string>([...masks].filter(([name, mask]) => isOwnMask(name, mask)).map(([name]) => name))
  return Object.fromEntries(Object.entries(sent).filter(([name]) => !own.has(name)))
}

/** As `maskRecord`, for a conflict: it undoes the transaction, so that values in its answer would not be on the audit trail. */
export const maskInConflict = (principal: Principal, record: ClientRecord): ClientRecord =>
  maskRecord(principal.kind === 'admin' ? { ...principal, isMasking: true } : principal, record)
