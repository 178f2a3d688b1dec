import { randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { logInHeader } from '@agency/test-kit/api/staff-api'
import { credentials } from '@agency/test-kit/product/product-address'
import { prepareReplicas } from '@agency/test-kit/product/replicas'
import { secretFiles } from '../../core-api/src/cli/local-secrets.ts'
import { freePort, type Service, stopService } from '../../scripts/product.ts'
import { checkFiles, checkLedger } from './kill-checks.ts'
import { type Kill, killService } from './kill-core.ts'
import { checkSignatures, countInFlight, readSignatures, type SignatureTrails } from './kill-signatures.ts'
import { addForm, type Ledger, type StaffLogin, signUntilGone, writeUntilGone } from './kill-writers.ts'

const { password } = credentials

export interface KillReport {
  rounds: number
  clients: number
  documents: number
  /** Signatures that were acknowledged. */
  signatures: number
  /** Documents that were signed, acknowledged or not, and not yet sealed at a kill; each counts once. */
  inFlight: number
  /** Documents that have a seal. */
  sealed: number
  /** Kills of a core that had child processes for PDFs. */
  killsWithChildren: number
  /** What was lost, half done or left over: nothing, if all is well. */
  problems: string[]
}

interface Run {
  login: StaffLogin
  ledger: Ledger
  kills: Kill[]
  problems: string[]
}

const longestRound = 30_000
/** How many more acknowledged signatures a round has before its kill, at least and at most. */
const signaturesPerRound = { fewest: 6, most: 8 }
/** The kill comes within this time after them, in ms: while the last ones are sealed. */
const longestDelay = 150

/** Kills while documents are sealed: after a random number of acknowledged signatures, at a random moment. */
async function killAtRandom(service: Service, { signatures }: Ledger): Promise<Kill> {
  const enough = signatures.length + randomInt(signaturesPerRound.fewest, signaturesPerRound.most + 1)
  const until = Date.now() + longestRound
  while (signatures.length < enough && Date.now() < until) await delay(5)
  await delay(Math.random() * longestDelay)
  return killService(service)
}

function reportOf({ ledger, kills, problems }: Run, trails: SignatureTrails): KillReport {
  const { clients, signatures } = ledger
  return {
    rounds: kills.length,
    clients: clients.size,
    documents: [...clients.values()].reduce((sum, client) => sum + Object.keys(client.documents).length, 0),
    signatures: signatures.length,
    inFlight: countInFlight(
      trails,
      kills.map(({ at }) => at),
    ),
    sealed: [...trails.values()].filter(({ sealed }) => sealed.length > 0).length,
    killsWithChildren: kills.filter(({ children }) => children > 0).length,
    problems,
  }
}

/** Lets writers work until the core is killed. */
async function writeAndKill(core: Service, formId: string, { login, ledger, kills, problems }: Run) {
  const writers = [writeUntilGone, writeUntilGone, signUntilGone, signUntilGone, signUntilGone]
  const writing = writers.map((writer) => writer(login, ledger, formId))
  const [kill] = await Promise.all([killAtRandom(core, ledger), ...writing])
  kills.push(kill)
  if (kill.orphans > 0) problems.push('a child process outlived the service')
}

/**
 * Kills the core at a random moment while clients are written, files uploaded and documents signed and sealed, starts it
 * again on the same data directory (embedded engine, files on disk), and checks that what was acknowledged is there.
 * @param onRound is told after each round how things stand
 */
export async function runKillRounds(rounds: number, onRound: (report: KillReport) => void): Promise<KillReport> {
  // One member of staff reads all that was written.
  const unlimited = { RECORD_READS_ALERT: '0', RECORD_READS_LIMIT: '0' }
  const replicas = prepareReplicas({ LOG_LEVEL: 'error', DRAIN_SECONDS: '0', ...unlimited })
  const port = String(await freePort())
  try {
    let core = await replicas.startCore({ PORT: port })
    const bff = await replicas.startBff(core.address)
    const login: StaffLogin = { bffUrl: bff.address, headers: await logInHeader(bff.address) }
    const run: Run = { login, ledger: { clients: new Map(), signatures: [] }, kills: [], problems: [] }
    const { ledger, problems } = run
    const formId = await addForm(login)
    while (run.kills.length < rounds) {
      const known = new Set(ledger.clients.keys())
      await writeAndKill(core, formId, run)
      core = await replicas.startCore({ PORT: port })
      const written = [...ledger.clients.values()].filter(({ id }) => !known.has(id))
      problems.push(...(await checkLedger(login, ledger, written)))
      onRound(reportOf(run, await readSignatures(login)))
    }
    problems.push(...(await checkSignatures(login, ledger)))
    problems.push(...(await checkLedger(login, ledger, [...ledger.clients.values()])))
    const trails = await readSignatures(login)
    await stopService(core)
    const directory = replicas.dataDirectory
    const environment = { DATA_DIR: directory, ADMIN_PASSWORD: password, ...secretFiles(directory) }
    problems.push(...(await checkFiles(environment)))
    return reportOf(run, trails)
  } finally {
    await replicas.stop()
  }
}
