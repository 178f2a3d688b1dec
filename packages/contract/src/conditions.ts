import type { Static } from 'typebox'
import * as Type from 'typebox'
import { Check } from 'typebox/value'
import { isUuid, Strict } from './common.ts'
import { numberIn } from './field-values.ts'

/** Conditions on fields, by which lists are filtered: in an address as JSON, in saved views, and in bodies. */

/** Each operator with its words and the number of its values; null for one or several. */
export const operators = {
  is: { label: 'is', values: null },
  is_not: { label: 'is not', values: null },
  contains: { label: 'contains', values: 1 },
  before: { label: 'is before', values: 1 },
  after: { label: 'is after', values: 1 },
  between: { label: 'is between', values: 2 },
  within_next: { label: 'is within the next days', values: 1 },
  within_last: { label: 'is within the last days', values: 1 },
  at_least: { label: 'is at least', values: 1 },
  at_most: { label: 'is at most', values: 1 },
  age_between: { label: 'age is between', values: 2 },
  birthday_in: { label: 'birthday is in', values: 1 },
  empty: { label: 'is empty', values: 0 },
  not_empty: { label: 'is not empty', values: 0 },
} as const satisfies Record<string, { label: string; values: number | null }>
export type Operator = keyof typeof operators

/** `exact`: compared as a whole · `sensitive`: the same, for who may see it · `reference`: ids, or names. */
const operatorsOfKind = {
  text: ['is', 'is_not', 'contains', 'empty', 'not_empty'],
  exact: ['is', 'is_not', 'empty', 'not_empty'],
  sensitive: ['is'],
  date: ['is', 'before', 'after', 'between', 'within_next', 'within_last', 'empty', 'not_empty'],
  'birth-date': ['age_between', 'birthday_in', 'is', 'before', 'after', 'between', 'empty', 'not_empty'],
  count: ['is', 'at_least', 'at_most', 'between', 'empty', 'not_empty'],
  amount: ['is', 'at_least', 'at_most', 'between', 'empty', 'not_empty'],
  choice: ['is', 'is_not', 'empty', 'not_empty'],
  reference: ['is', 'is_not', 'empty', 'not_empty'],
} as const satisfies Record<string, readonly Operator[]>
export type FilterKind = keyof typeof operatorsOfKind

export interface FilterField {
  readonly name: string
  readonly label: string
  readonly group: string
  readonly kind: FilterKind
  readonly options?: readonly string[]
  /** Whether values of a reference are names, not ids. */
  readonly byName?: true
  /** Whether it always has a value, so that nobody asks if it is empty. */
  readonly filled?: true
}

/** The operators that fit a field, the usual one first. */
export const operatorsOf = ({ kind, filled }: FilterField): readonly Operator[] =>
  filled ? operatorsOfKind[kind].filter((name) => !name.endsWith('empty')) : operatorsOfKind[kind]

/** The most days of a condition on days around today: ten years. */
const mostDays = 3_660
const oldest = 150
const mostChosen = 20

export const Condition = Strict({
  field: Type.String({ maxLength: 60 }),
  operator: Type.String({ maxLength: 30 }),
  values: Type.Array(Type.String({ maxLength: 300 }), { maxItems: mostChosen }),
})
export type Condition = Static<typeof Condition>

export const Where = Strict({
  match: Type.Union([Type.Literal('all'), Type.Literal('any')]),
  conditions: Type.Array(Condition, { minItems: 1, maxItems: 10 }),
})
export type Where = Static<typeof Where>

export const WhereText = Type.String({
  maxLength: 8_000,
  description: 'Conditions on fields: {"match":"all"|"any","conditions":[{"field","operator","values":[…]}]} as JSON',
})

/** Reads conditions from an address; undefined for another text. */
export function readWhere(text: string): Where | undefined {
  try {
    const where: unknown = JSON.parse(text)
    return Check(Where, where) ? where : undefined
  } catch {
    return undefined
  }
}

export function whereProblems(where: Where, fields: readonly FilterField[]): { field: string; message: string }[] {
  return where.conditions.flatMap((condition) => {
    const message = problemOf(
      condition,
      fields.find(({ name }) => name === condition.field),
    )
    return message === undefined ? [] : [{ field: condition.field, message }]
  })
}

/** The operator of a condition that has no problems. */
export const operatorNamed = (name: string, field: FilterField): Operator | undefined =>
  operatorsOf(field).find((operator) => operator === name)

export function problemOf({ operator: name, values }: Condition, field: FilterField | undefined): string | undefined {
  if (!field) return 'is no field that conditions can name'
  const operator = operatorNamed(name, field)
  if (!operator) return `takes one of the operators ${operatorsOf(field).join(', ')}`
  const count = operators[operator].values
  if (count === null) {
    const many = field.kind === 'choice' || field.kind === 'reference'
    if (values.length === 0 || (!many && values.length > 1)) return many ? 'needs a value' : 'needs one value'
  } else if (values.length !== count) {
    return count === 0 ? `takes no value with ${operator}` : `needs ${count === 1 ? 'one value' : 'two values'}`
  }
  const wrong = values.map((value) => valueProblem(value, operator, field)).find((problem) => problem !== undefined)
  return wrong ?? orderProblem(values, operator, field)
}

function valueProblem(value: string, operator: Operator, { kind, options, byName }: FilterField): string | undefined {
  if (value.trim() === '') return 'needs a value'
  if (operator === 'within_next' || operator === 'within_last') {
    return isWhole(value, mostDays) ? undefined : `needs a number of days from 0 to ${mostDays}`
  }
  if (operator === 'age_between') return isWhole(value, oldest) ? undefined : `needs ages from 0 to ${oldest}`
  if (operator === 'birthday_in') return isMonth(value) ? undefined : 'needs a month from 1 to 12'
  if (kind === 'date' || kind === 'birth-date') return isDay(value) ? undefined : 'needs a date, YYYY-MM-DD'
  if (kind === 'count') return isWhole(value, oldest) ? undefined : `needs a whole number from 0 to ${oldest}`
  if (kind === 'amount') return /^\d{1,9}(\.\d{1,2})?$/.test(value) ? undefined : 'needs an amount, such as 412.50'
  if (kind === 'choice') return options?.includes(value) ? undefined : `is one of ${options?.join(', ')}`
  if (kind === 'reference' && !byName) return isUuid(value) ? undefined : 'needs an id'
  return undefined
}

function orderProblem(values: readonly string[], operator: Operator, { kind }: FilterField): string | undefined {
  const [from = '', to = ''] = values
  if (operator !== 'between' && operator !== 'age_between') return undefined
  const isDates = operator === 'between' && (kind === 'date' || kind === 'birth-date')
  const isOrdered = isDates ? from <= to : (numberIn(from) ?? 0) <= (numberIn(to) ?? 0)
  return isOrdered ? undefined : 'needs the lower value first'
}

const isWhole = (text: string, most: number): boolean => /^\d{1,4}$/.test(text) && Number(text) <= most

/** A month of any year, without a leading zero. */
const isMonth = (text: string): boolean => /^(?:[1-9]|1[0-2])$/.test(text)

/** Whether a text is a day of the calendar, in years that everything here can count with. */
function isDay(text: string): boolean {
  const day = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00:00Z`) : undefined
  return day !== undefined && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text) && text >= '1000'
}

/** The first and the last day of a range. Without one, it is open. */
export interface DayRange {
  readonly from?: string
  readonly to?: string
}

/** The days that a condition on a date asks for. @param today `YYYY-MM-DD` */
export function dayRange(operator: Operator, [one = '', two = '']: readonly string[], today: string): DayRange {
  if (operator === 'is') return { from: one, to: one }
  if (operator === 'before') return { to: daysFrom(one, -1) }
  if (operator === 'after') return { from: daysFrom(one, 1) }
  if (operator === 'within_next') return { from: today, to: daysFrom(today, Number(one)) }
  if (operator === 'within_last') return { from: daysFrom(today, -Number(one)), to: today }
  if (operator === 'age_between')
    return { from: daysFrom(yearsBefore(today, Number(two) + 1), 1), to: yearsBefore(today, Number(one)) }
  return { from: one, to: two }
}

function daysFrom(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

/** The latest day of birth of somebody who is so many years old. Who is born on 29 February has a birthday on 1 March otherwise. */
function yearsBefore(day: string, years: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const found = new Date(Date.UTC(year - years, month - 1, date))
  // A leap day without a counterpart: the day before 1 March.
  if (found.getUTCMonth() !== month - 1) found.setUTCDate(0)
  return found.toISOString().slice(0, 10)
}
