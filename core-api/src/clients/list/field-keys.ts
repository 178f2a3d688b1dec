import { type ClientFieldName, clientFields } from '@agency/contract/client-fields'
import { listedFields } from '@agency/contract/client-list-columns'
import { type DayRange, dayRange, type FilterField, type Operator } from '@agency/contract/conditions'
import { numberIn } from '@agency/contract/field-values'
import { clientFilterFields } from '@agency/contract/filter-fields'
import { normalForm } from '@agency/contract/normal-form'
import { phoneDigits } from '@agency/contract/phone'
import { plainCharacters } from '@agency/contract/typed-characters'

/**
 * Encrypted fields are found by keyed digests. The inputs of a stored value are its whole text, in the form in which it is
 * compared, and that the field has a value at all. A date also has its month and its year, so that a range of days is few inputs.
 */

const columns: ReadonlySet<string> = new Set(listedFields.map(({ name }) => name))
const filterFields = new Map(clientFilterFields.map((field) => [field.name, field]))
const digested = clientFields.flatMap((field) => {
  const filter = columns.has(field.name) ? undefined : filterFields.get(field.name)
  return filter ? [{ ...field, filter }] : []
})
const digestedNames: ReadonlySet<string> = new Set(digested.map(({ name }) => name))

/** Whether a field is found by digests, not by a column. */
export const isDigested = ({ name }: FilterField): boolean => digestedNames.has(name)

const valueInput = (name: string, value: string): string => `field:${name}:${value}`
const filledInput = (name: string): string => `filled:${name}`

/** Letters and digits without case, of a number or an identifier. */
const comparedNumber = (text: string): string =>
  plainCharacters(text)
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

const kinds = new Map(clientFields.map(({ name, kind }): [string, string] => [name, kind]))
const amounts: ReadonlySet<string> = new Set(
  clientFields.flatMap((field) => ('amount' in field && field.amount ? [field.name] : [])),
)

/** The form in which values of a field are compared. */
function comparedForm({ name, kind }: FilterField, text: string): string {
  if (kind === 'sensitive') return comparedNumber(text)
  if (kinds.get(name) === 'phone') return phoneDigits(text)
  if (kinds.get(name) === 'email') return plainCharacters(text).toLowerCase()
  return String((amounts.has(name) && numberIn(text)) || normalForm(text))
}

const isDate = ({ kind }: FilterField): boolean => kind === 'date' || kind === 'birth-date'
const isPlain = ({ kind }: FilterField): boolean => kind === 'count' || kind === 'choice'

/** The inputs of a record. */
export function storedInputs(values: Partial<Record<ClientFieldName, string | number | null>>): string[] {
  return digested.flatMap(({ name, filter }) => {
    const value = values[name] ?? ''
    if (value === '') return []
    const text = String(value)
    if (isDate(filter)) return [filledInput(name), ...[10, 7, 4].map((end) => valueInput(name, text.slice(0, end)))]
    const form = isPlain(filter) ? text : comparedForm(filter, text)
    // Whether a sensitive field has a value is not asked.
    const filled = filter.kind === 'sensitive' ? [] : [filledInput(name)]
    return form === '' ? filled : [...filled, valueInput(name, form)]
  })
}

/** What finds the clients of a condition, any of these inputs; `isNot`: finds those who have none of them. */
interface AskedInputs {
  inputs: string[]
  isNot: boolean
}

const oldest = 150

/** The inputs that a condition on an encrypted field asks for. @param today `YYYY-MM-DD` */
export function askedInputs(field: FilterField, operator: Operator, values: string[], today: string): AskedInputs {
  const { name } = field
  const isNot = operator === 'is_not' || operator === 'empty'
  if (operator === 'empty' || operator === 'not_empty') return { inputs: [filledInput(name)], isNot }
  if (isDate(field)) {
    const parts =
      operator === 'birthday_in' ? monthOfYears(Number(values[0])) : daysAsParts(dayRange(operator, values, today))
    return { inputs: parts.map((part) => valueInput(name, part)), isNot }
  }
  if (field.kind === 'count') {
    const numbers = countsOf(operator, values.map(Number))
    return { inputs: numbers.map((number) => valueInput(name, String(number))), isNot }
  }
  const forms = values.map((value) => (isPlain(field) ? value : comparedForm(field, value)))
  return { inputs: forms.filter(Boolean).map((form) => valueInput(name, form)), isNot }
}

function countsOf(operator: Operator, [one = 0, two = one]: number[]): number[] {
  const from = operator === 'at_most' ? 0 : one
  const to = operator === 'at_least' ? oldest : operator === 'at_most' ? one : two
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, n) => from + n)
}

/** The years of open ranges. */
const firstYear = 1800
const lastYear = 2199

/** A month of every year in which somebody was born. */
const monthOfYears = (month: number): string[] =>
  Array.from({ length: lastYear - firstYear + 1 }, (_, n) => `${firstYear + n}-${String(month).padStart(2, '0')}`)

/** A range of days as whole years, months and days: few, however long it is. */
function daysAsParts({ from, to }: DayRange): string[] {
  const end = to ?? `${lastYear}-12-31`
  const parts: string[] = []
  for (let day = from ?? `${firstYear}-01-01`; day <= end; ) {
    const [year = '', month = '', date = ''] = day.split('-')
    const yearEnds = `${year}-12-31`
    const monthEnds = lastOfMonth(year, month)
    const [part, last]: [string, string] =
      month === '01' && date === '01' && yearEnds <= end
        ? [year, yearEnds]
        : date === '01' && monthEnds <= end
          ? [`${year}-${month}`, monthEnds]
          : [day, day]
    parts.push(part)
    day = dayAfter(last)
  }
  return parts
}

const lastOfMonth = (year: string, month: string): string =>
  new Date(Date.UTC(Number(year), Number(month), 0)).toISOString().slice(0, 10)

const dayAfter = (day: string): string => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
