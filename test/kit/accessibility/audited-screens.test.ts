import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { auditedScreens } from './audited-screens.ts'

const specs = join(import.meta.dirname, '../../browser')

/** The source of each test whose title has no `@full`. */
function testsOfNpmTest(): string[] {
  const sources = readdirSync(specs).map((file) => readFileSync(join(specs, file), 'utf8'))
  const tests = sources.flatMap((source) => source.split(/^(?= *test\()/m))
  return tests.filter((source) => !/^ *test\(\s*(['"`]).*@full\1/.test(source))
}

test('given the list of screens and dialogs, when the browser tests are read, then they audit each once', () => {
  const audited = testsOfNpmTest().flatMap((source) =>
    [...source.matchAll(/(?:expectAccessible\(\s*\w+,|audit:)\s*'([^']+)'/g)].map(([, name]) => name),
  )
  expect(audited.toSorted()).toEqual(auditedScreens.toSorted())
})
