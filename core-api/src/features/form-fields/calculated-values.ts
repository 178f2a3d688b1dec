import type { Calculation, FieldValues, FormField } from '@agency/contract/form-fields'
import { readNumber } from './number-values.ts'

const operations: Record<Calculation['operation'], (numbers: number[]) => number> = {
  sum: (numbers) => numbers.reduce((sum, each) => sum + each, 0),
  product: (numbers) => numbers.reduce((product, each) => product * each, 1),
  average: (numbers) => numbers.reduce((sum, each) => sum + each, 0) / numbers.length,
  minimum: (numbers) => Math.min(...numbers),
  maximum: (numbers) => Math.max(...numbers),
}

/**
 * The values of calculated fields, as Acrobat's AFSimple_Calculate gives them: an empty field counts as 0. Nothing is
 * calculated from fields that are all empty, or from itself.
 * @param values of the other fields
 */
export function calculateValues(fields: readonly FormField[], values: FieldValues): FieldValues {
  const calculated = fields.filter(({ calculation }) => calculation !== undefined)
  const byId = new Map(calculated.map((field) => [field.id, field]))
  const results = new Map<string, string | undefined>()
  const valueAt = (id: string): string | boolean | undefined => {
    const field = byId.get(id)
    if (!field) return values[id]
    if (!results.has(id)) {
      // Whoever asks again meanwhile is calculated from itself.
      results.set(id, undefined)
      results.set(id, resultOf(field, valueAt))
    }
    return results.get(id)
  }
  return Object.fromEntries(
    calculated.flatMap(({ id }) => {
      const value = valueAt(id)
      return value === undefined ? [] : [[id, value]]
    }),
  )
}

function resultOf(
  { calculation }: FormField,
  valueAt: (id: string) => string | boolean | undefined,
): string | undefined {
  if (!calculation) return undefined
  const texts = calculation.fields.map(valueAt).map((value) => (typeof value === 'string' ? value : ''))
  if (texts.every((text) => text.trim() === '')) return undefined
  const result = operations[calculation.operation](texts.map((text) => readNumber(text) ?? 0))
  // Acrobat rounds to six decimals, so that 0.1 and 0.2 are 0.3.
  return Number.isFinite(result) ? String(Math.round(result * 1e6) / 1e6) : undefined
}
