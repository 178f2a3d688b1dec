import { expect, it } from 'vitest'
import { ServiceBusy } from './errors.ts'
import { MemoryBudget } from './memory-budget.ts'

it('given a budget that is used up, when more is taken, then it is refused until enough was given back, once for each', () => {
  const budget = new MemoryBudget(100)
  const [first, second] = [budget.take(60), budget.take(40)]
  expect(() => budget.take(1)).toThrow(ServiceBusy)
  first()
  first()
  expect(budget.tryTake(61)).toBeUndefined()
  expect(budget.tryTake(60)).toBeTypeOf('function')
  second()
})

it('given work larger than the budget, when it is alone, then it is accepted, and nothing beside it', () => {
  const budget = new MemoryBudget(100)
  const release = budget.take(150)
  expect(budget.tryTake(1)).toBeUndefined()
  release()
  expect(budget.tryTake(1)).toBeTypeOf('function')
})
