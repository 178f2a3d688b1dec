import { parseArgs } from 'node:util'
import { buildParts } from '../../scripts/build.ts'
import { type KillReport, runKillRounds } from './kill-rounds.ts'

/**
 * How many signatures must be in flight for each kill on average: 100 in 50 rounds, since a document is sealed in tens
 * of ms.
 */
const inFlightPerRound = 2

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '50' } } })
const rounds = Number(values.rounds)
const print = (line: string) => process.stdout.write(`${line}\n`)

function tell(report: KillReport) {
  const acknowledged = `${report.clients} clients, ${report.documents} documents, ${report.signatures} signatures`
  const sealing = `${report.inFlight} signatures in flight at a kill, ${report.sealed} sealed`
  const children = `${report.killsWithChildren} kills during PDF work`
  print(
    `round ${report.rounds}: acknowledged ${acknowledged}; ${sealing}; ${children}; ${report.problems.length} problems`,
  )
}

buildParts({ parts: ['bff'] })
const start = Date.now()
const report = await runKillRounds(rounds, tell)
print(`At the end, after ${Math.round((Date.now() - start) / 1000)} seconds:`)
tell(report)
for (const problem of new Set(report.problems)) {
  print(`  ${report.problems.filter((other) => other === problem).length} × ${problem}`)
}
const isEnough = report.inFlight >= inFlightPerRound * rounds
if (!isEnough) print(`Too few signatures were in flight: ${report.inFlight} of ${inFlightPerRound * rounds}.`)
print(report.problems.length === 0 ? 'Nothing was lost.' : 'Something was lost.')
process.exitCode = report.problems.length === 0 && isEnough ? 0 : 1
