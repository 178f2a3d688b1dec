import { setTimeout as delay } from 'node:timers/promises'
import { newTally, type Tally } from './app-calls.ts'
import { checkWalked } from './check-walked.ts'
import type { Topology } from './topology.ts'
import { logInStaff, type Walked, type WalkStaff, walk } from './walk.ts'

/** What a run has seen. */
export interface Report {
  calls: number
  walks: number
  /** Sent again by nginx to another bff, by a bff to another core-api, by an app. */
  repeats: { nginx: number; bff: number; app: number }
  /** The longest that a call took, in milliseconds. */
  longest: number
  failures: string[]
  problems: string[]
}

/** What the walkers need of the product, however it was started. */
export type Walkable = Pick<Topology, 'port' | 'password' | 'bffs' | 'cores' | 'files' | 'reloadRouter' | 'logOf'>

interface Options {
  walkers: number
  /** Called when something is done to a replica. */
  tell: (what: string) => void
}

/**
 * Walkers go through the whole flow again and again while each replica is killed and started again, and then each is
 * stopped and started in turn; at the end everything that they made is read back.
 */
export async function runThroughFaults(topology: Walkable, { walkers, tell }: Options): Promise<Report> {
  const tally = newTally()
  const walkStaff = await logInStaff(topology, topology.password, tally)
  const walked: Walked[] = []
  let over = false
  const keepWalking = async () => {
    while (!over) {
      await walk(walkStaff).then(
        (one) => walked.push(one),
        // Counted; a walker who met a failure begins anew.
        (error: Error) => tally.failures.includes(error.message) || tally.failures.push(error.message),
      )
    }
  }
  const walking = Array.from({ length: walkers }, keepWalking)
  await delay(1_500)
  await failOneByOne(topology, tell)
  await delay(1_500)
  over = true
  await Promise.all(walking)
  const crashed = [...topology.bffs, ...topology.cores].filter(({ crashes }) => crashes > 0)
  const problems = [
    ...crashed.map(({ name }) => `a ${name} has ended by itself`),
    ...(await checkWalked(walkStaff, walked)),
  ]
  return { ...summary(topology, tally), walks: walked.length, problems }
}

async function failOneByOne({ bffs, cores, files, reloadRouter }: Walkable, tell: Options['tell']): Promise<void> {
  for (const replica of [...bffs, ...cores]) {
    tell(`${replica.name} is killed`)
    await replica.kill()
    await delay(700)
    await replica.start()
  }
  for (const replica of [...bffs, ...cores, ...files]) {
    tell(`${replica.name} is replaced`)
    await replica.stop()
    await replica.start()
  }
  tell('the router reads its settings again')
  reloadRouter()
}

function summary({ logOf }: Walkable, tally: Tally): Omit<Report, 'walks' | 'problems'> {
  const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0
  return {
    calls: tally.calls,
    repeats: {
      nginx: count(logOf('router'), / upstream \S+, /g),
      bff: count(logOf('bff'), /"msg":"sent to another core-api"/g),
      app: tally.repeated,
    },
    longest: Math.round(Math.max(...tally.times)),
    failures: tally.failures,
  }
}

/** Ends PostgreSQL as a crash does and starts it again. @returns milliseconds from its start until the product answers */
export async function restartDatabase({ postgres }: Topology, { staff }: WalkStaff): Promise<number> {
  postgres.stopHard()
  await staff.ask({ method: 'GET', path: '/clients?limit=1' }).catch(() => undefined)
  postgres.start()
  const began = performance.now()
  for (;;) {
    const answered = await staff.ask({ method: 'GET', path: '/clients?limit=1' }).catch(() => undefined)
    if (answered) return Math.round(performance.now() - began)
    if (performance.now() - began > 30_000) throw new Error('Without an answer for half a minute')
  }
}
