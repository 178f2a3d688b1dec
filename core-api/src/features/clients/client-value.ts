import type { ClientFieldName, clientFields } from '@agency/contract/client-fields'
import { isMasked } from '@agency/contract/client-mask'
import { ClientUpdate } from '@agency/contract/clients'
import Type from 'typebox'
import { Value } from 'typebox/value'

/** A value for a field of a client record, as the record would hold it; null empties it. */
export interface ProposedValue {
  field: ClientFieldName
  value: string | number | null
}

/**
 * Reads what a client wrote for a field of the record.
 * @param text none to empty the field
 * @returns what is wrong with it, in words, when the record would not take it
 */
export function readProposedValue(
  { name, kind, mask, options }: (typeof clientFields)[number],
  text: string | undefined,
): ProposedValue | string {
  if (text === undefined) return { field: name, value: null }
  const value = kind === 'number' && /^\d{1,9}$/.test(text) ? Number(text) : text
  if (options && !options.some((option) => option === text)) return `must be one of ${options.join(', ')}`
  if (mask && isMasked(text)) return 'holds a mask; write the whole value'
  if (Value.Check(Type.Index(ClientUpdate, [name]), value)) return { field: name, value }
  if (kind === 'number') return 'must be a whole number from 0 to 150'
  return kind === 'date' ? 'must be a date (YYYY-MM-DD)' : 'is too long for the client record'
}
