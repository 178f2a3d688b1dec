import {
  type Condition,
  type FilterField,
  type Operator,
  operatorNamed,
  operators,
  readWhere,
} from '@agency/contract/conditions'
import { formatDate, monthName } from '../formatting'

/** The names of what references refer to, by the name of the field. */
export type References = Readonly<Record<string, readonly (readonly [value: string, label: string])[]>>

/** Conditions of an address that the contract takes; '' for others. */
export const readWhereText = (text: string | null): string => (text !== null && readWhere(text) ? text : '')

/** Whether conditions name a sensitive field: they stand in no address. */
export const hasSensitive = (text: string, fields: readonly FilterField[]): boolean =>
  (readWhere(text)?.conditions ?? []).some(({ field }) =>
    fields.some(({ name, kind }) => name === field && kind === 'sensitive'),
  )

const sentences: Readonly<Partial<Record<Operator, (values: readonly string[]) => string>>> = {
  between: ([from = '', to = '']) => `is between ${from} and ${to}`,
  age_between: ([from = '', to = '']) => (from === to ? `age is ${from}` : `age is between ${from} and ${to}`),
  birthday_in: ([month]) => `birthday is in ${monthName(Number(month))}`,
  within_next: ([days = '']) => `is within the next ${days} days`,
  within_last: ([days = '']) => `is within the last ${days} days`,
}

/** A value as people read it. */
function valueText(value: string, field: FilterField, operator: Operator, references: References): string {
  if (field.kind === 'sensitive') return `••••${value.slice(-4)}`
  const isDay = (field.kind === 'date' || field.kind === 'birth-date') && /^\d{4}-/.test(value)
  if (isDay && operator !== 'within_next' && operator !== 'within_last') return formatDate(value)
  const known = references[field.name]?.find(([id]) => id === value)?.[1]
  const isId = field.kind === 'reference' && !field.byName
  return known ?? (isId ? 'one that is not listed' : value.replaceAll('_', ' '))
}

/** A condition in words, such as `Date of Birth age is between 65 and 70`. */
export function conditionText(
  { field: name, operator: asked, values }: Condition,
  fields: readonly FilterField[],
  references: References,
): string {
  const field = fields.find((known) => known.name === name)
  const operator = field && operatorNamed(asked, field)
  if (!field || !operator) return name
  const texts = values.map((value) => valueText(value, field, operator, references))
  const sentence = sentences[operator]?.(texts) ?? `${operators[operator].label} ${texts.join(' or ')}`
  return `${field.label} ${sentence}`.trim()
}
