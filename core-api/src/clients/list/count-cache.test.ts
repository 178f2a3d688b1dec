import { expect, it, vi } from 'vitest'
import { CountCache } from './count-cache.ts'

const at = (version: string, total: number) => async () => ({ version, total })

it('given a count of this version, when asked again, then it is not counted again; of another, it is', async () => {
  const counts = new CountCache<{ version: string; total: number }>()
  await counts.of('all', '1', at('1', 5))
  expect(await counts.of('all', '1', at('1', 6))).toEqual({ version: '1', total: 5 })
  expect(await counts.of('all', '2', at('2', 7))).toEqual({ version: '2', total: 7 })
  expect(counts.last('all')).toEqual({ version: '2', total: 7 })
})

it('given a page that does not tell its version, when its total is asked for, then it is counted', async () => {
  const counts = new CountCache<{ version: string; total: number }>()
  await counts.of('all', '1', at('1', 5))
  expect(await counts.of('all', undefined, at('1', 6))).toEqual({ version: '1', total: 6 })
})

it('given many who ask at the same time, when the version is new to all, then they share one counting', async () => {
  const counts = new CountCache<{ version: string; total: number }>()
  await counts.of('all', '1', at('1', 5))
  const count = vi.fn(at('2', 6))
  const answers = await Promise.all(Array.from({ length: 8 }, () => counts.of('all', '2', count)))
  expect(new Set(answers.map(({ total }) => total))).toEqual(new Set([6]))
  expect(count).toHaveBeenCalledTimes(1)
})

it('given a counting that failed, when asked again, then it is counted anew', async () => {
  const counts = new CountCache<{ version: string; total: number }>()
  await expect(counts.of('all', '1', () => Promise.reject(new Error('gone')))).rejects.toThrow('gone')
  expect(await counts.of('all', '1', at('1', 5))).toEqual({ version: '1', total: 5 })
})

it('given more searches than are remembered, when the first comes again, then it is counted anew', async () => {
  const counts = new CountCache<{ version: string; total: number }>()
  for (let n = 0; n <= 1_000; n++) await counts.of(`search ${n}`, '1', at('1', n))
  expect(counts.last('search 0')).toBeUndefined()
  expect(counts.last('search 1')).toEqual({ version: '1', total: 1 })
})
