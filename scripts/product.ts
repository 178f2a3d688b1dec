import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, openSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { secretFiles } from '../core-api/src/cli/local-secrets.ts'
import { root } from './repository.ts'
import { ownEnvironment } from './service-environment.ts'

export interface Product {
  /** Where staff go, such as `http://localhost:8080`. */
  staffUrl: string
  /** Where clients go. */
  clientUrl: string
  /** Addresses of the two services themselves. */
  coreUrl: string
  bffUrl: string
  /** Resolves with the last log lines of a service when one of them exits unexpectedly. */
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
}

/** A running service, its own process. */
export interface Service {
  process: ChildProcess
  address: string
  logPath: string
}

const startTimeout = 60_000

/**
 * The command of each service. V8's young generation has 6 MB per thread instead of 48, since V8 does not return this
 * memory. The image of core-api has 12 MB, for the load of a server.
 */
const commands = {
  'core-api': ['--max-semi-space-size=2', 'core-api/src/main.ts'],
  bff: ['--max-semi-space-size=2', 'bff/dist/main.js'],
}

const memorySettings = {
  // Compiled code. Without it Node loads its TypeScript compiler at each start of core-api, and keeps it: 20 MB.
  NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node-compile'),
  // Returns the 60 MB that compiling the embedded engine used. Without it, glibc raises its trim threshold.
  MALLOC_TRIM_THRESHOLD_: '131072',
}

/**
 * Starts one service and waits until it listens. The bff must have been built (`buildParts`).
 * @throws with what it wrote last when it could not start
 */
export async function startService(
  name: 'core-api' | 'bff',
  options: Pick<ProductOptions, 'dataDirectory' | 'environment'>,
  settings: Record<string, string>,
): Promise<Service> {
  const logs = join(options.dataDirectory, 'logs')
  mkdirSync(logs, { recursive: true, mode: 0o700 })
  const logPath = join(logs, `${name}.log`)
  const log = openSync(logPath, 'a', 0o600)
  const child = spawn(process.execPath, commands[name], {
    cwd: root,
    env: ownEnvironment(name, { ...memorySettings, ...process.env, ...settings, ...options.environment }),
    stdio: ['ignore', log, log, 'ipc'],
  })
  const address = await new Promise<string>((resolve, reject) => {
    let reason: string | undefined
    const timer = setTimeout(() => {
      reason = `${name} did not start in time; see ${logPath}`
      child.kill('SIGKILL')
    }, startTimeout)
    // Rejects only after the process has exited, so that the caller can clean up.
    const refuse = () => {
      clearTimeout(timer)
      reject(new Error(reason ?? `${name} could not start:\n${lastLines(logPath)}`))
    }
    child.once('exit', refuse)
    child.once('message', (message: { address: string } | { failure: string }) => {
      if ('failure' in message) {
        reason = `${name} could not start: ${message.failure}`
        return
      }
      clearTimeout(timer)
      child.off('exit', refuse)
      resolve(message.address)
    })
  })
  return { process: child, address, logPath }
}

const lastLines = (path: string): string => readFileSync(path, 'utf8').trimEnd().split('\n').slice(-12).join('\n')

/** Ends a service by its own process id and waits until it is gone. */
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

/** Starts both services, the bff serving the built apps, with the same settings wherever the product is started. */
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
  const core = await startService('core-api', options, { ...settings, HOST: '127.0.0.1', PORT: '0' })
  const bff = await startService('bff', options, {
    COOKIE_SECURE: 'false',
    SERVE_APPS: 'true',
    ...settings,
    PORT: String(port),
    CORE_URL: core.address,
  }).catch(async (error) => {
    await stopService(core)
    throw error
  })
  const services = [bff, core]
  return {
    staffUrl,
    clientUrl: publicUrl,
    coreUrl: core.address,
    bffUrl: bff.address,
    failed: Promise.race(
      services.map(({ process: child, logPath }) => once(child, 'exit').then(() => lastLines(logPath))),
    ),
    async stop() {
      for (const service of services) await stopService(service)
    },
  }
}
