import { describe, expect, it, vi } from 'vitest'
import { groupCalls } from './group-calls.ts'

interface Run {
  inputs: string[]
  end: PromiseWithResolvers<(input: string) => string>
}

/** Groups whose runs end when they are told to. */
function controlledGroups(options: { lanes?: number; most?: number } = {}) {
  const runs: Run[] = []
  const ask = groupCalls(
    (inputs: string[]) => {
      const end = Promise.withResolvers<(input: string) => string>()
      runs.push({ inputs, end })
      return end.promise
    },
    { lanes: 1, most: 10, ...options, keyOf: (input) => input[0] ?? '' },
  )
  const inputs = () => runs.map((run) => run.inputs)
  const end = async (n: number) => {
    const { length } = runs
    runs[n]?.end.resolve((input) => input.toUpperCase())
    await vi.waitFor(() => expect(runs.length).toBeGreaterThan(length), { timeout: 20_000 })
  }
  return { ask, runs, inputs, end }
}

describe('grouped calls', () => {
  it('given a run, when more calls come, then they share the next, which begins after them, and each has its answer', async () => {
    const { ask, runs, inputs, end } = controlledGroups()
    const answers = ['a', 'b', 'c'].map(ask)
    expect(inputs()).toEqual([['a']])
    await end(0)
    expect(inputs()).toEqual([['a'], ['b', 'c']])
    runs[1]?.end.resolve((input) => input.toUpperCase())
    expect(await Promise.all(answers)).toEqual(['A', 'B', 'C'])
  })

  it('given two lanes, when calls come, then two run at a time', async () => {
    const { ask, inputs, end } = controlledGroups({ lanes: 2 })
    for (const input of ['a', 'b', 'c', 'd']) ask(input)
    expect(inputs()).toEqual([['a'], ['b']])
    await end(0)
    expect(inputs()).toEqual([['a'], ['b'], ['c', 'd']])
  })

  it('given calls of one key, when lanes are free, then they run one after another, in their order', async () => {
    const { ask, inputs, end } = controlledGroups({ lanes: 2 })
    for (const input of ['a1', 'a2', 'a3', 'b1']) ask(input)
    expect(inputs()).toEqual([['a1'], ['b1']])
    await end(0)
    expect(inputs()).toEqual([['a1'], ['b1'], ['a2']])
    await end(2)
    expect(inputs()).toEqual([['a1'], ['b1'], ['a2'], ['a3']])
  })

  it('given more calls than a statement takes, when a lane is free, then the rest waits for the next', async () => {
    const { ask, inputs, end } = controlledGroups({ most: 2 })
    for (const input of ['a', 'b', 'c', 'd']) ask(input)
    await end(0)
    await end(1)
    expect(inputs()).toEqual([['a'], ['b', 'c'], ['d']])
  })

  it('given a run that fails, when others wait, then its calls fail alone', async () => {
    const { ask, runs } = controlledGroups()
    const [first, second] = [ask('a'), ask('b')]
    runs[0]?.end.reject(new Error('no database'))
    await expect(first).rejects.toThrow('no database')
    await vi.waitFor(() => expect(runs).toHaveLength(2), { timeout: 20_000 })
    runs[1]?.end.resolve((input) => input)
    expect(await second).toBe('b')
  })
})
