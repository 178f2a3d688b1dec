import { calculatedValue } from '@agency/contract/field-values'
import type { FieldValues, FormField } from '@agency/contract/form-fields'

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
      results.set(
        id,
        field.calculation && (calculatedValue(field.calculation, (other) => valueAt(other) ?? null) || undefined),
      )
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
