import { type ClientFieldName, clientFields, type FieldDescription } from '@agency/contract/client-fields'
import { isMasked } from '@agency/contract/client-mask'
import { type ClientFieldValues, ClientUpdate, clearMarker } from '@agency/contract/clients'
import { plainCharacters, trimmedName } from '@agency/contract/typed-characters'
import Type, { type TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { InvalidInput, type Problem } from '../../platform/errors.ts'
import { sanitizeRichText } from '../../platform/rich-text/sanitize-rich-text.ts'

/** Field by field, in the order of `clientFields`; absent ones are unchanged. */
export type ClientChanges = Partial<ClientFieldValues>

/** Empty texts and the clear marker become null; rich text is sanitised. @throws InvalidInput for fields with a mask */
export function readChanges(sent: ClientUpdate): ClientChanges {
  const changes: Record<string, string | number | null> = {}
  const problems: Problem[] = []
  for (const field of clientFields) {
    const { name, mask } = field
    const value = sent[name]
    if (value === undefined) continue
    if (mask && typeof value === 'string' && isMasked(value)) {
      problems.push({ field: name, message: 'holds a masked value; send the whole value, or leave the field out' })
    }
    changes[name] = stored(value, field)
  }
  if (problems.length > 0) throw new InvalidInput(problems)
  return changes as ClientChanges
}

/** The fields that hold a value: an empty one was sent, and adds nothing to a new record. */
export const filledIn = (changes: ClientChanges): string[] =>
  Object.entries(changes).flatMap(([name, value]) => (value === null || value === '' ? [] : [name]))

function stored(value: string | number | null, field: FieldDescription): string | number | null {
  if (typeof value !== 'string') return value
  if (field.kind === 'date') return value === clearMarker ? null : value
  if (field.kind === 'rich-text') return sanitizeRichText(value)
  return storedText(value, field) || null
}

const numberNames: ReadonlySet<string> = new Set(['business_ein', 'exp_date', 'medicarenumber', 'medicaidnumber'])

function storedText(text: string, { name, kind, mask }: FieldDescription): string {
  const isNumber = (mask !== undefined && mask !== 'hidden') || numberNames.has(name)
  if (isNumber || kind === 'phone' || kind === 'email') return plainCharacters(text)
  return /(?:^|_)name(?:_|$)/.test(name) && name !== 'mp_username' ? trimmedName(text) : text
}

export interface ProposedValue {
  field: ClientFieldName
  value: string | number | null
}

const schemas = new Map<ClientFieldName, TSchema>()

function schemaOf(name: ClientFieldName): TSchema {
  const schema: TSchema = schemas.get(name) ?? Type.Index(ClientUpdate, [name])
  schemas.set(name, schema)
  return schema
}

/** @param text undefined clears the field @returns the value, or an error message when the record would refuse it */
export function readProposedValue(
  field: (typeof clientFields)[number],
  typed: string | undefined,
): ProposedValue | string {
  const { name, kind, mask, options } = field
  if (typed === undefined) return { field: name, value: null }
  const text = storedText(typed, field)
  const value = kind === 'number' && /^\d{1,9}$/.test(text) ? Number(text) : text
  if (options && !options.some((option) => option === text)) return `must be one of ${options.join(', ')}`
  if (mask && isMasked(text)) return 'holds a mask; write the whole value'
  if (Value.Check(schemaOf(name), value)) return { field: name, value }
  if (kind === 'number') return 'must be a whole number from 0 to 150'
  return kind === 'date' ? 'must be a date (YYYY-MM-DD)' : 'is too long for the client record'
}
