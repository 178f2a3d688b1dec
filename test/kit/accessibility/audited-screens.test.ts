import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { auditedScreens } from './audited-screens.ts'

const specs = join(import.meta.dirname, '../../browser')

/** The names of audits in the tests of `npm test`, or in those whose title has `@full`. */
function auditsIn(suite: 'npm test' | 'full'): string[] {
  const sources = readdirSync(specs).map((file) => readFileSync(join(specs, file), 'utf8'))
  const tests = sources.flatMap((source) => source.split(/^(?= *test\()/m))
  const isFull = (source: string) => /^ *test\(\s*(['"`]).*@full\1/.test(source)
  return tests
    .filter((source) => isFull(source) === (suite === 'full'))
    .flatMap((source) =>
      [...source.matchAll(/(?:expectAccessible\(\s*\w+,|audit:)\s*'([^']+)'/g)].map(([, name = '']) => name),
    )
}

test('given the list of screens and dialogs, when the browser tests are read, then each is audited, in npm test at most once', () => {
  const inNpmTest = auditsIn('npm test')
  expect(inNpmTest).toEqual([...new Set(inNpmTest)])
  // Tests of the full run may use other names too.
  const inFull = auditsIn('full').filter((name) => auditedScreens.includes(name))
  expect([...new Set([...inNpmTest, ...inFull])].toSorted()).toEqual(auditedScreens.toSorted())
})
