import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'

interface RunningService {
  process: ChildProcess
  logPath: string
}

interface KeepOptions {
  name: string
  start: (stopping: AbortSignal) => Promise<RunningService>
  stop: (service: RunningService) => Promise<void>
  /** Shared by all services that stop together: aborted by the first that is stopped. */
  stopping: AbortController
  /** Takes a line for the person who runs the product. */
  report: (line: string) => void
  /** Milliseconds before each attempt. After the last one the service is given up. */
  pauses?: readonly number[]
  /** A service that ran for so many ms gets all attempts again. */
  calm?: number
}

const defaultPauses = [1_000, 2_000, 5_000, 10_000, 20_000, 30_000]
const defaultCalm = 60_000

export interface KeptService {
  givenUp: Promise<string>
  stop(): Promise<void>
}

/** Starts a service again whenever it ends, with growing pauses, until it is stopped or has ended too often. */
export function keepRunning(first: RunningService, options: KeepOptions): KeptService {
  const { name, start, stop, stopping, report, pauses = defaultPauses, calm = defaultCalm } = options
  let current: RunningService | undefined = first

  /** @returns undefined if all attempts failed, or if it is being stopped */
  const startAgain = async (used: number): Promise<{ service: RunningService; used: number } | undefined> => {
    for (const [attempt, pause] of pauses.entries()) {
      if (attempt < used) continue
      report(`${name} is started again in ${counted(pause / 1_000)}.`)
      try {
        await delay(pause, undefined, { signal: stopping.signal })
        const service = await start(stopping.signal)
        report(`${name} runs again.`)
        return { service, used: attempt + 1 }
      } catch (error) {
        if (stopping.signal.aborted) return undefined
        report(error instanceof Error ? error.message : String(error))
      }
    }
    return undefined
  }

  const keep = async (): Promise<void> => {
    let used = 0
    while (current) {
      const since = performance.now()
      const how = await endOf(current)
      if (stopping.signal.aborted) return
      report(`${name} has ended (${how}). Its log is ${current.logPath}.`)
      if (performance.now() - since > calm) used = 0
      current = undefined
      const again = await startAgain(used)
      current = again?.service
      used = again?.used ?? used
    }
  }
  const ended = keep()
  const givenUp = ended.then(() => {
    if (stopping.signal.aborted) return new Promise<string>(() => undefined)
    return `${name} ended ${pauses.length + 1} times or could not be started, and is given up. Its log is ${first.logPath}.`
  })
  return {
    givenUp,
    async stop() {
      stopping.abort()
      if (current) await stop(current)
      await ended
    },
  }
}

const counted = (seconds: number): string => `${seconds} second${seconds === 1 ? '' : 's'}`

/** Waits until a service has ended. @returns how, such as `SIGKILL` */
async function endOf({ process: child }: RunningService): Promise<string> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return child.signalCode ?? `code ${child.exitCode}`
}
