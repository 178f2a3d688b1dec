import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { secretFiles } from '../core-api/src/cli/local-secrets.ts'
import { type KeptService, keepRunning } from './keep-running.ts'
import { root } from './repository.ts'
import { ownEnvironment } from './service-environment.ts'

export interface Product {
  /** Where staff go, such as `http://localhost:8080`. */
  staffUrl: string
  clientUrl: string
  coreUrl: string
  bffUrl: string
  /** Resolves with the reason, in words, when a service has ended and is not started again. */
  failed: Promise<string>
  stop(): Promise<void>
}

export interface ProductOptions {
  /** Where database, files, keys and logs live. */
  dataDirectory: string
  /** The port that staff and clients use; 0 for a free one. */
  port: number
  /** The client-facing address, if a proxy is in front of the product. */
  publicUrl?: string
  /** The address that staff reach, likewise. */
  staffUrl?: string
  environment?: Record<string, string>
  /** Takes reports of services that end and are started again; without it, the product fails with the first. */
  report?: (line: string) => void
  /** Whether the services write their logs to the output of this process, and not to files. */
  logsToOutput?: boolean
  /** The checkout whose services run; this one by default. */
  sources?: string
}

export interface Service {
  process: ChildProcess
  address: string
  logPath: string
}

/** A log that is longer at a start becomes the former one. */
const longestLog = 20 * 2 ** 20

/** A first start creates the database, and a busy machine takes minutes for that. Counted from the last step. */
const startTimeout = 180_000
const stillStarting = 15_000

/**
 * V8 does not return its young generation: 6 MB per thread instead of 48; core-api's image has 12, for a server. And it
 * collects the old one when that has grown by 30 %, not to twice its size: imports take a third of the memory, no more time.
 */
const commands = {
  'core-api': ['--max-semi-space-size=2', '--heap-growing-percent=30', 'core-api/src/main.ts'],
  bff: ['--max-semi-space-size=2', 'bff/dist/main.js'],
}

const memorySettings = {
  // Compiled code. Without it Node loads its TypeScript compiler at each start of core-api, and keeps it: 20 MB.
  NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node-compile'),
  // Returns the 60 MB that compiling the embedded engine used. Without it, glibc raises its trim threshold.
  MALLOC_TRIM_THRESHOLD_: '131072',
  // Of up to eight heaps per core, which are never joined, glibc kept 150 MB after an import.
  MALLOC_ARENA_MAX: '2',
}

/** The bff must have been built (`buildParts`). @throws with what it wrote last */
export async function startService(
  name: 'core-api' | 'bff',
  options: Pick<ProductOptions, 'dataDirectory' | 'environment' | 'report' | 'sources' | 'logsToOutput'>,
  settings: Record<string, string>,
  stopping?: AbortSignal,
): Promise<Service> {
  const { path: logPath, log } = options.logsToOutput
    ? { path: 'the output of this command', log: 'inherit' as const }
    : openLog(options.dataDirectory, name)
  const child = spawn(process.execPath, commands[name], {
    cwd: options.sources ?? root,
    env: ownEnvironment(name, { ...memorySettings, ...process.env, ...settings, ...options.environment }),
    stdio: ['ignore', log, log, 'ipc'],
  })
  if (log !== 'inherit') closeSync(log)
  const address = await addressOf(child, { name, logPath, report: options.report, stopping })
  return { process: child, address, logPath }
}

/** Opens the log of a service. A long one is kept as the former log, so both together stay short. */
function openLog(dataDirectory: string, name: string): { path: string; log: number } {
  const logs = join(dataDirectory, 'logs')
  mkdirSync(logs, { recursive: true, mode: 0o700 })
  const path = join(logs, `${name}.log`)
  if (existsSync(path) && statSync(path).size > longestLog) renameSync(path, `${path}.1`)
  return { path, log: openSync(path, 'a', 0o600) }
}

/** What a starting service tells its parent process: `listen`, `reportStep` and `runService` of service-kit. */
type StartMessage = { address: string } | { step: string } | { failure: string }

interface Starting extends Pick<ProductOptions, 'report'> {
  name: string
  logPath: string
  stopping: AbortSignal | undefined
}

/** Waits until a service listens. @throws after its process has exited, so that the caller can clean up */
function addressOf(child: ChildProcess, { name, logPath, report, stopping }: Starting): Promise<string> {
  return new Promise<string>((resolve, reject) => {
    let reason: string | undefined
    let step = 'is starting'
    const end = (why: string) => {
      reason = why
      child.kill('SIGKILL')
    }
    const timer = setTimeout(() => end(`${name} did not start in time (it ${step}); see ${logPath}`), startTimeout)
    const reminder = setInterval(
      () => report?.(`${name} still ${step}. On a busy machine, a start can take 3 minutes.`),
      stillStarting,
    )
    const stop = () => end(`${name} is stopped`)
    const settle = () => {
      clearTimeout(timer)
      clearInterval(reminder)
      child.off('message', onMessage)
      stopping?.removeEventListener('abort', stop)
    }
    const refuse = () => {
      settle()
      reject(new Error(reason ?? `${name} could not start:\n${lastLines(logPath)}`))
    }
    stopping?.addEventListener('abort', stop)
    child.once('exit', refuse)
    const onMessage = (message: StartMessage) => {
      if ('failure' in message) {
        reason = `${name} could not start: ${message.failure}`
      } else if ('step' in message) {
        step = message.step
        timer.refresh()
        report?.(`${name} ${step}.`)
      } else {
        settle()
        child.off('exit', refuse)
        resolve(message.address)
      }
    }
    child.on('message', onMessage)
  })
}

/** The end of a log, which a full disk may have kept from being written. */
const lastLines = (path: string): string =>
  existsSync(path) ? readFileSync(path, 'utf8').trimEnd().split('\n').slice(-12).join('\n') : ''

export async function stopService({ process: child }: Pick<Service, 'process'>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  await exited
}

const givenPorts = new Set<number>()

/** A port that nothing listens on now. A process is never given the same one twice. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('The system gave no port')
  if (givenPorts.has(address.port)) return freePort()
  givenPorts.add(address.port)
  return address.port
}

export async function startProduct(options: ProductOptions): Promise<Product> {
  const port = options.port || (await freePort())
  const staffUrl = options.staffUrl ?? `http://localhost:${port}`
  const publicUrl = options.publicUrl ?? `http://client.localhost:${port}`
  const settings = {
    DATA_DIR: options.dataDirectory,
    PUBLIC_URL: publicUrl,
    STAFF_URL: staffUrl,
    // No load balancer polls readiness here, so stopping does not wait for one.
    DRAIN_SECONDS: '0',
    API_DOCS: process.env.API_DOCS ?? 'everyone',
    ...secretFiles(options.dataDirectory),
  }
  const startCore = (corePort: string, stopping?: AbortSignal) =>
    startService('core-api', options, { ...settings, HOST: '127.0.0.1', PORT: corePort }, stopping)
  const core = await startCore('0')
  const bffSettings = {
    COOKIE_SECURE: 'false',
    SERVE_APPS: 'true',
    ...settings,
    PORT: String(port),
    CORE_URL: core.address,
  }
  const startBff = (stopping?: AbortSignal) => startService('bff', options, bffSettings, stopping)
  const bff = await startBff().catch(async (error) => {
    await stopService(core)
    throw error
  })
  const { report } = options
  const stopping = new AbortController()
  // In the order in which they are stopped.
  const services = report
    ? [
        keepRunning(bff, { name: 'bff', report, stopping, start: startBff, stop: stopService }),
        keepRunning(core, {
          name: 'core-api',
          report,
          stopping,
          start: (signal) => startCore(portOf(core), signal),
          stop: stopService,
        }),
      ]
    : [untilItEnds(bff), untilItEnds(core)]
  return {
    staffUrl,
    clientUrl: publicUrl,
    coreUrl: core.address,
    bffUrl: bff.address,
    failed: Promise.race(services.map(({ givenUp }) => givenUp)),
    async stop() {
      for (const service of services) await service.stop()
    },
  }
}

const portOf = ({ address }: Service): string => new URL(address).port

/** A service that is not started again. */
const untilItEnds = (service: Service): KeptService => ({
  givenUp: once(service.process, 'exit').then(() => lastLines(service.logPath)),
  stop: () => stopService(service),
})
