import { type ClientRecord, type ClientValue, clearMarker, longestText, oldestStored } from '@agency/contract/clients'
import { sensitiveFields } from '@agency/contract/sensitive-fields'
import { dateProblem, dateText } from '../../../shared/dates/date-text'
import { hasVisibleText, visibleText } from '../../../shared/text/visible-text'
import type { RecordField } from '../record/record-fields'

export type Draft = Record<string, string>

const sensitive: ReadonlySet<string> = sensitiveFields

/** A stored value as a control shows it. */
const controlValue = (value: ClientValue): string => (value === null ? '' : String(value))

/** The raw values of a dialog's fields. */
export function draftOf(record: ClientRecord, fields: readonly RecordField[]): Draft {
  return Object.fromEntries(fields.map(({ name }) => [name, controlValue(record[name])]))
}

/** The invalid values by field name. Fields of folded groups, whose controls are unmounted, are checked too. */
export function draftFaults(
  fields: readonly RecordField[],
  draft: Draft,
): Record<string, { type: string; message: string }> {
  const faults = fields.flatMap((field) => {
    const message = faultOf(field, draft[field.name] ?? '')
    return message === undefined ? [] : [[field.name, { type: field.kind, message }] as const]
  })
  return Object.fromEntries(faults)
}

function faultOf(field: RecordField, typed: string): string | undefined {
  const { kind, label } = field
  if (kind === 'date') return dateProblem(typed)
  if (kind === 'number') return ageProblem(label, Number(typed))
  return typed.length > longestText(field)
    ? `${label} can't be longer than ${longestText(field)} characters.`
    : undefined
}

function ageProblem(label: string, age: number): string | undefined {
  if (age < 0) return `${label} can't be negative.`
  if (age > oldestStored) return `${label} can't be over ${oldestStored}.`
  return Number.isInteger(age) ? undefined : `${label} must be in whole years.`
}

/** A field's value as the conflict dialog shows it. */
export function draftText({ name, kind }: RecordField, draft: Draft): string {
  const value = draft[name] ?? ''
  if (kind === 'date') return dateText(value)
  return kind === 'rich-text' ? visibleText(value) : value
}

/**
 * The whole record as a PUT sends it, without masked values.
 * @param maySee if not, empty sensitive values are left out: a colleague may have filled one in, and the server would
 * refuse null
 */
export function mergeDraft(
  base: ClientRecord,
  fields: readonly RecordField[],
  draft: Draft,
  maySee: boolean,
): Record<string, ClientValue> {
  const typed = fields.map((field) => [field.name, writtenValue(field, draft[field.name] ?? '', base[field.name])])
  const sent = Object.entries(base).filter(([name, value]) => !sensitive.has(name) || (maySee && value === null))
  return Object.fromEntries([...sent, ...typed])
}

function writtenValue(field: RecordField, typed: string, stored: ClientValue): ClientValue {
  if (typed === controlValue(stored)) return stored
  if (field.kind === 'rich-text') return hasVisibleText(typed) ? typed : ''
  if (typed === '') return field.kind === 'date' ? clearMarker : null
  return field.kind === 'number' ? Number(typed) : typed
}
