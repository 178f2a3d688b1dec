import { expect, it, vi } from 'vitest'
import { SharedQueries, sharedQuery, shareEqualCalls } from './shared-query.ts'

/** Runs that end when they are told to. */
function controlledRuns() {
  const runs: PromiseWithResolvers<number>[] = []
  const ask = sharedQuery(() => {
    const run = Promise.withResolvers<number>()
    runs.push(run)
    return run.promise
  })
  return { ask, runs }
}

it('given a query that runs, when more callers ask, then they share the next run, which begins after it', async () => {
  const { ask, runs } = controlledRuns()
  const [first, second, third] = [ask(), ask(), ask()]
  expect(runs).toHaveLength(1)
  runs[0]?.resolve(1)
  expect(await first).toBe(1)
  await vi.waitFor(() => expect(runs).toHaveLength(2), { timeout: 20_000 })
  runs[1]?.resolve(2)
  expect(await Promise.all([second, third])).toEqual([2, 2])
  ask()
  await vi.waitFor(() => expect(runs).toHaveLength(3), { timeout: 20_000 })
})

it('given a query that fails, when others wait for the next run, then they get its answer', async () => {
  const { ask, runs } = controlledRuns()
  const [first, second] = [ask(), ask()]
  runs[0]?.reject(new Error('no database'))
  await expect(first).rejects.toThrow('no database')
  await vi.waitFor(() => expect(runs).toHaveLength(2), { timeout: 20_000 })
  runs[1]?.resolve(2)
  expect(await second).toBe(2)
})

it('given queries of several keys, when asked for at the same time, then callers share those of their key', async () => {
  const shared = new SharedQueries<string>()
  const run = vi.fn(async (key: string) => key)
  const ask = (key: string) => shared.of(key, () => run(key))
  expect(await Promise.all(['a', 'b', 'a', 'a'].map(ask))).toEqual(['a', 'b', 'a', 'a'])
  expect(run.mock.calls.map(([key]) => key)).toEqual(['a', 'b', 'a'])
  expect(await ask('a')).toBe('a')
  expect(run).toHaveBeenCalledTimes(4)
})

it('given calls with several arguments, when made at the same time, then those share a run whose arguments are all equal', async () => {
  const run = vi.fn(async ({ status }: { status: string }, scope: string) => `${status} of ${scope}`)
  const ask = shareEqualCalls(run)
  const answers = [
    ask({ status: 'open' }, 'all'),
    ask({ status: 'open' }, 'own'),
    ask({ status: 'signed' }, 'all'),
    ask({ status: 'open' }, 'all'),
    ask({ status: 'open' }, 'all'),
  ]
  expect(await Promise.all(answers)).toEqual([
    'open of all',
    'open of own',
    'signed of all',
    'open of all',
    'open of all',
  ])
  expect(run).toHaveBeenCalledTimes(4)
})
