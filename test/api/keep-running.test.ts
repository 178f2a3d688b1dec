import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { keepRunning } from '../../scripts/keep-running.ts'

/** A process that runs until it is ended, or that ends by itself with a code. */
function startProcess(code?: number) {
  const script = code === undefined ? 'setInterval(() => undefined, 60_000)' : `process.exit(${code})`
  const child = spawn(process.execPath, ['-e', script], { stdio: 'ignore' })
  onTestFinished(() => void child.kill('SIGKILL'))
  return { process: child, logPath: 'its.log' }
}
type Started = ReturnType<typeof startProcess>

async function stop({ process: child }: { process: ChildProcess }) {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

/** Keeps a first process running. `begin` starts each of the next ones. */
function keep(begin: (stopping: AbortSignal) => Promise<Started>, pauses: number[]) {
  const lines: string[] = []
  const stopping = new AbortController()
  const first = startProcess()
  const report = (line: string) => void lines.push(line)
  const kept = keepRunning(first, { name: 'core-api', stopping, report, stop, start: begin, pauses, calm: 600_000 })
  return { first, kept, lines, stopping }
}

const until = (check: () => void) => vi.waitFor(check, { timeout: 20_000 })

describe('a service of npm start', () => {
  it('given that it is killed, when it ends, then another one runs, and stopping ends that one and starts no more', async () => {
    const started: Started[] = []
    const { first, kept, lines } = keep(async () => {
      const next = startProcess()
      started.push(next)
      return next
    }, [0, 0, 0])
    first.process.kill('SIGKILL')
    await until(() => expect(lines).toContain('core-api runs again.'))
    expect(lines[0]).toBe('core-api has ended (SIGKILL). Its log is its.log.')
    await kept.stop()
    expect(started).toHaveLength(1)
    expect(started[0]?.process.signalCode).toBe('SIGKILL')
  })

  it('given that it ends again and again, or cannot start, when all attempts are used, then it is given up in words', async () => {
    let attempts = 0
    const { first, kept, lines } = keep(async () => {
      attempts += 1
      if (attempts === 2) throw new Error('The disk is full. Free space and start again.')
      return startProcess(3)
    }, [0, 0, 0])
    first.process.kill('SIGKILL')
    expect(await kept.givenUp).toMatch(/^core-api ended .* is given up\. Its log is its\.log\.$/)
    expect(attempts).toBe(3)
    expect(lines).toContain('The disk is full. Free space and start again.')
    expect(lines.filter((line) => line.startsWith('core-api has ended (code 3)'))).toHaveLength(2)
    await kept.stop()
  })

  it('given a pause before its start, when the product is stopped, then at once, and it is not started', async () => {
    const { first, kept, lines } = keep(async () => expect.fail('It was started'), [600_000])
    first.process.kill('SIGKILL')
    await until(() => expect(lines).toContain('core-api is started again in 600 seconds.'))
    await kept.stop()
  })

  it('given a start under way, when the product is stopped, then the start is told to end', async () => {
    const { first, kept, lines } = keep(
      (stopping) =>
        new Promise((_resolve, reject) => stopping.addEventListener('abort', () => reject(stopping.reason))),
      [0],
    )
    first.process.kill('SIGKILL')
    await until(() => expect(lines.at(-1)).toMatch(/is started again/))
    await kept.stop()
    expect(lines).not.toContain('core-api runs again.')
  })

  it('given that another service is stopped first, when it ends too, then nobody is bothered', async () => {
    const { first, kept, lines, stopping } = keep(async () => expect.fail('It was started'), [0])
    stopping.abort()
    first.process.kill('SIGINT')
    await kept.stop()
    expect(lines).toEqual([])
  })
})
