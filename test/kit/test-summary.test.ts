import { describe, expect, it } from 'vitest'
import { readLog } from '../../scripts/run-tasks.ts'

const vitest = (tests: string) => ` Test Files  3 passed (3)\n      Tests  ${tests}\n   Start at  10:00:00\n`

describe('the summary of a test run', () => {
  it.each([
    ['Vitest', vitest('12 passed (12)'), { passed: 12, failed: 0 }],
    ['Vitest with failures', vitest('2 failed | 10 passed | 1 skipped (13)'), { passed: 10, failed: 2 }],
    ['Playwright', '  ✓  1 …\n\n  41 passed (2.1m)\n', { passed: 41, failed: 0 }],
    ['Playwright with failures', '  1 failed\n    a.spec.ts › a\n  40 passed (1.0m)\n', { passed: 40, failed: 1 }],
  ])('given the log of %s, when read, then it has the tests by how they ended', (_runner, log, tests) => {
    expect(readLog(log).tests).toEqual(tests)
  })

  it('given a test that passed when it was repeated, when read, then it counts as passed and is named', () => {
    const log = '  1 flaky\n    [browser] › a.spec.ts:3:1 › given a\n  40 passed (1.0m)\n'
    expect(readLog(log)).toEqual({ tests: { passed: 41, failed: 0 }, flaky: ['[browser] › a.spec.ts:3:1 › given a'] })
  })

  it('given a check, when read, then it has no tests', () => {
    expect(readLog('Checked 12 files.\n')).toEqual({})
  })
})
