import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './repository.ts'

/** Every row has a test with its id in the title, such as [SE-10]. */
const list = 'docs/acceptance.md'
/** Below the real count. Fewer rows mean that the table was not read. */
const fewestRows = 240

const listedRows = (): string[] =>
  [...readFileSync(join(root, list), 'utf8').matchAll(/^\| ([A-Z]{2}-\d\d) \|/gm)].map(([, id = '']) => id)

/** Rows that only `npm run test:full` proves, each with the reason. */
const onlyInFull: Readonly<Record<string, string>> = {
  'BK-36': 'A core-api is killed sixty times.',
  'FE-02': 'A new shared-ui is built, rolled out and rolled back.',
  'OP-02': 'Two of each service are killed and replaced one by one, for a minute.',
  'OP-04': 'Products are started, backed up, destroyed and restored.',
  'OP-08': 'A product is moved between engines, and the move is interrupted.',
  'SI-11': 'A disk is filled, and services are killed and suspended.',
}

/** core-api's tests ask the whole service, on a real database; those of the apps render whole screens. */
const testFiles = [
  'test/**/*.{spec,test}.ts',
  'core-api/src/**/*.test.ts',
  '{admin,portal}-app/src/**/*.test.tsx',
  'shared-ui/src/**/*.test.ts',
]
const literal = /(['"`])(?:\\.|(?!\1).)*\[[A-Z]{2}-\d\d\](?:\\.|(?!\1).)*\1/g

function provenRows(): { inTest: Set<string>; inFull: Set<string> } {
  const [inTest, inFull] = [new Set<string>(), new Set<string>()]
  for (const path of globSync(testFiles, { cwd: root, exclude: ['**/node_modules'] })) {
    for (const [title] of readFileSync(join(root, path), 'utf8').matchAll(literal)) {
      const rows = path.endsWith('.full.test.ts') || title.includes('@full') ? inFull : inTest
      for (const [, id = ''] of title.matchAll(/\[([A-Z]{2}-\d\d)\]/g)) rows.add(id)
    }
  }
  return { inTest, inFull }
}

const { inTest, inFull } = provenRows()
const rows = listedRows()
const faults = rows.flatMap((id) => {
  if (inTest.has(id)) return id in onlyInFull ? [`[${id}] is proven in npm test: remove it from onlyInFull.`] : []
  if (!inFull.has(id)) return [`[${id}] is in the title of no test.`]
  return id in onlyInFull ? [] : [`[${id}] is only proven in npm run test:full.`]
})
if (rows.length < fewestRows) faults.push(`${list} has ${rows.length} rows, fewer than ${fewestRows}.`)
for (const fault of faults) console.error(fault)
process.exitCode = faults.length === 0 ? 0 : 1
