import type { Calculation } from '@agency/contract/form-fields'
import { expect, it } from 'vitest'
import { field } from '../../../test/form-field-fixtures.ts'
import { calculateValues } from './calculated-values.ts'

const [a, b, c] = [field(), field(), field()]
const total = (operation: Calculation['operation'], ids = [a.id, b.id, c.id]) =>
  field({ calculation: { operation, fields: ids } })

it.each([
  ['sum', '1250.5'],
  ['product', '0'],
  ['average', '416.833333'],
  ['minimum', '0'],
  ['maximum', '1250'],
] as const)('given two values and an empty field, when the %s is calculated, then %s', (operation, result) => {
  const own = total(operation)
  const values = { [a.id]: '$1,250.00', [b.id]: '0.5' }
  expect(calculateValues([a, b, c, own], values)).toEqual({ [own.id]: result })
})

it('given sums of sums, when calculated, then in the order that they need', () => {
  const inner = total('sum', [a.id, b.id])
  const outer = total('sum', [inner.id, c.id])
  const values = { [a.id]: '0.1', [b.id]: '0.2', [c.id]: '1' }
  expect(calculateValues([outer, inner, a, b, c], values)).toEqual({ [inner.id]: '0.3', [outer.id]: '1.3' })
})

it('given nothing to calculate from, or a field that is calculated from itself, when calculated, then it stays empty', () => {
  const one = total('sum', [])
  const other = total('sum', [one.id])
  one.calculation = { operation: 'sum', fields: [other.id] }
  expect(calculateValues([a, total('sum'), one, other], { [a.id]: ' ' })).toEqual({})
})
