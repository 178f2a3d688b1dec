import { type ClientFieldName, clientFields } from '@agency/contract/client-fields'
import { isMasked } from '@agency/contract/client-mask'
import { type ClientFieldValues, type ClientUpdate, clearMarker } from '@agency/contract/clients'
import { InvalidInput, type Problem } from '../../platform/errors.ts'
import { sanitizeRichText } from '../../platform/rich-text/sanitize-rich-text.ts'

export type ClientChanges = Partial<ClientFieldValues>

/**
 * What was sent, as it is to be stored: empty texts and the clear marker become null, notes are
 * sanitised. Read-only properties are ignored.
 * @throws InvalidInput naming each field that holds a mask instead of a value
 */
export function readChanges(sent: ClientUpdate): ClientChanges {
  const changes: Record<string, string | number | null> = {}
  const problems: Problem[] = []
  for (const { name, kind, mask } of clientFields) {
    const value = sent[name]
    if (value === undefined) continue
    if (mask && typeof value === 'string' && isMasked(value)) {
      problems.push({ field: name, message: 'holds a masked value; send the whole value, or leave the field out' })
    }
    changes[name] = stored(value, kind)
  }
  if (problems.length > 0) throw new InvalidInput(problems)
  return changes as ClientChanges
}

function stored(value: string | number | null, kind: string): string | number | null {
  if (typeof value !== 'string') return value
  if (kind === 'date') return value === clearMarker ? null : value
  if (kind === 'rich-text') return sanitizeRichText(value)
  return value || null
}

/** The fields of `changes` that differ from what is stored. */
export function differingFields(current: ClientFieldValues, changes: ClientChanges): ClientFieldName[] {
  return clientFields.map(({ name }) => name).filter((name) => name in changes && changes[name] !== current[name])
}
