import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort, type Service, stopService } from '../../scripts/product.ts'
import { secretFiles } from '../../scripts/secrets.ts'
import { logIn, password, prepareReplicas } from '../api/replicas.ts'
import { checkFiles, checkLedger, checkSignatures } from './kill-checks.ts'
import { addForm, type Ledger, type Office, signUntilGone, writeUntilGone } from './kill-writers.ts'

export interface KillReport {
  rounds: number
  clients: number
  documents: number
  signatures: number
  /** What was lost, half done or left over: nothing, if all is well. */
  problems: string[]
}

const sealingTime = 300_000
const longestRound = 15_000
const mostWrites = 30

/** How much has been acknowledged so far. */
const acknowledged = ({ clients, signatures }: Ledger) =>
  [...clients.values()].reduce((sum, { documents }) => sum + 1 + Object.keys(documents).length, signatures.length)

/** Kills in the middle of the work: after a random number of acknowledged writes, at a random moment between two. */
async function killAtRandom(service: Service, ledger: Ledger) {
  const enough = acknowledged(ledger) + 1 + Math.floor(Math.random() * mostWrites)
  const until = Date.now() + longestRound
  while (acknowledged(ledger) < enough && Date.now() < until) await delay(5)
  await delay(Math.random() * 100)
  await kill(service)
}

async function kill({ process: child }: Service) {
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}

function reportOf({ clients, signatures }: Ledger, rounds: number, problems: string[]): KillReport {
  const documents = [...clients.values()].reduce((sum, client) => sum + Object.keys(client.documents).length, 0)
  return { rounds, clients: clients.size, documents, signatures: signatures.length, problems }
}

/**
 * Kills the core at a random moment while clients are written, files uploaded and documents signed, starts it again on
 * the same data directory (embedded engine, files on disk), and checks that what was acknowledged is there.
 * @param onRound is told after each round how things stand
 */
export async function runKillRounds(rounds: number, onRound: (report: KillReport) => void): Promise<KillReport> {
  // One member of staff reads all that was written.
  const unlimited = { RECORD_READS_ALERT: '0', RECORD_READS_LIMIT: '0' }
  const replicas = prepareReplicas({ LOG_LEVEL: 'error', DRAIN_SECONDS: '0', ...unlimited })
  const port = String(await freePort())
  const problems: string[] = []
  const ledger: Ledger = { clients: new Map(), signatures: [] }
  try {
    let core = await replicas.startCore({ PORT: port })
    const bff = await replicas.startBff(core.address)
    const office: Office = { bffUrl: bff.address, headers: await logIn(bff.address) }
    const formId = await addForm(office)
    for (let round = 1; round <= rounds; round++) {
      const known = new Set(ledger.clients.keys())
      const writers = [writeUntilGone, writeUntilGone, signUntilGone, signUntilGone]
      const writing = writers.map((writer) => writer(office, ledger, formId))
      await killAtRandom(core, ledger)
      await Promise.all(writing)
      core = await replicas.startCore({ PORT: port })
      const written = [...ledger.clients.values()].filter(({ id }) => !known.has(id))
      problems.push(...(await checkLedger(office, ledger, written)))
      onRound(reportOf(ledger, round, problems))
    }
    problems.push(...(await checkLedger(office, ledger, [...ledger.clients.values()])))
    problems.push(...(await checkSignatures(office, ledger, Date.now() + sealingTime)))
    await stopService(core)
    const directory = replicas.dataDirectory
    const environment = { DATA_DIR: directory, ADMIN_PASSWORD: password, ...secretFiles(directory) }
    problems.push(...(await checkFiles(environment)))
  } finally {
    await replicas.stop()
  }
  return reportOf(ledger, rounds, problems)
}
