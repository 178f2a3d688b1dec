import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './repository.ts'

/**
 * The rows of the acceptance list: how many each chapter has. A test that proves a row has its id in its title, such as
 * [SE-10].
 */
const chapters = {
  HO: 11, // hosts and routes
  LO: 4, // login
  SH: 5, // shell
  CL: 12, // client list
  CM: 4, // client modal
  CD: 16, // client details
  SE: 16, // sessions
  FO: 8, // forms
  DO: 5, // documents
  AD: 6, // admins
  PO: 11, // portal
  PH: 11, // reading and signing on a phone
  AP: 10, // API
  FE: 5, // front ends
  OP: 4, // operation
  OF: 13, // the office
  RE: 7, // reaching the client
  AC: 8, // staff accounts
}

/** Rows that only `npm run test:full` proves, each with the reason. */
const onlyInFull: Readonly<Record<string, string>> = {}

const testFiles = ['test/**/*.{spec,test}.ts', 'core-api/src/**/*.test.ts', 'admin-app/src/**/*.test.tsx']
/** Chapters that count tests outside of `test/` too: core-api's tests ask the whole service, on a real database. */
const provenInParts = new Set(['RE', 'AC'])
const literal = /(['"`])(?:\\.|(?!\1).)*\[[A-Z]{2}-\d\d\](?:\\.|(?!\1).)*\1/g

/** The ids in the titles of tests, and whether `npm test` runs them. */
function provenRows(): { inTest: Set<string>; inFull: Set<string> } {
  const [inTest, inFull] = [new Set<string>(), new Set<string>()]
  for (const path of globSync(testFiles, { cwd: root, exclude: ['**/node_modules'] })) {
    for (const [title] of readFileSync(join(root, path), 'utf8').matchAll(literal)) {
      const rows = path.endsWith('.full.test.ts') || title.includes('@full') ? inFull : inTest
      for (const [, id = ''] of title.matchAll(/\[([A-Z]{2}-\d\d)\]/g)) {
        if (path.startsWith('test/') || provenInParts.has(id.slice(0, 2))) rows.add(id)
      }
    }
  }
  return { inTest, inFull }
}

const { inTest, inFull } = provenRows()
const rows = Object.entries(chapters).flatMap(([chapter, count]) =>
  Array.from({ length: count }, (_, index) => `${chapter}-${String(index + 1).padStart(2, '0')}`),
)
const faults = rows.flatMap((id) => {
  if (inTest.has(id)) return id in onlyInFull ? [`[${id}] is proven in npm test: remove it from onlyInFull.`] : []
  if (!inFull.has(id)) return [`[${id}] is in the title of no test.`]
  return id in onlyInFull ? [] : [`[${id}] is only proven in npm run test:full.`]
})
for (const fault of faults) console.error(fault)
process.exitCode = faults.length === 0 ? 0 : 1
