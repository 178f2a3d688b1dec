import { parseArgs } from 'node:util'
import { type KillReport, runKillRounds } from './kill-rounds.ts'

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '50' } } })

function tell({ rounds, clients, documents, signatures, problems }: KillReport) {
  const acknowledged = `${clients} clients, ${documents} documents, ${signatures} signatures acknowledged`
  process.stdout.write(`round ${rounds}: ${acknowledged}; ${problems.length} problems\n`)
}

const report = await runKillRounds(Number(values.rounds), tell)
for (const problem of new Set(report.problems)) process.stdout.write(`  ${problem}\n`)
process.stdout.write(report.problems.length === 0 ? 'Nothing was lost.\n' : 'Something was lost.\n')
process.exitCode = report.problems.length === 0 ? 0 : 1
