import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { secretFiles } from '../../../core-api/src/cli/local-secrets.ts'
import { type Service, startService, stopService } from '../../../scripts/product.ts'
import { agencySettings, credentials } from './product-address.ts'
import { createProductDatabase } from './product-database.ts'

/** Starts as many of each service as a test needs, on one data directory and one database. */
export interface Replicas {
  dataDirectory: string
  /** @param sources a checkout of another release; this one by default */
  startCore(environment?: Record<string, string>, sources?: string): Promise<Service>
  /** @param coreUrl the core-api that this bff calls */
  startBff(coreUrl: string, environment?: Record<string, string>): Promise<Service>
  /** The log of all replicas of a service. */
  logOf(name: 'core-api' | 'bff'): string
  /** Stops all that run and removes the data directory. */
  stop(): Promise<void>
}

/** Prepares the settings that all replicas share; none is started yet. */
export function prepareReplicas(shared: Record<string, string> = {}): Replicas {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'replicas-'))
  const started: Service[] = []
  const settings = {
    DATA_DIR: dataDirectory,
    HOST: '127.0.0.1',
    PORT: '0',
    DRAIN_SECONDS: '0',
    ...agencySettings,
    ADMIN_PASSWORD: credentials.password,
    ...secretFiles(dataDirectory),
    ...shared,
  }
  const start = async (name: 'core-api' | 'bff', own: Record<string, string>, sources?: string) => {
    const service = await startService(name, { dataDirectory, ...(sources && { sources }) }, { ...settings, ...own })
    started.push(service)
    return service
  }
  return {
    dataDirectory,
    startCore: (environment = {}, sources) => start('core-api', environment, sources),
    startBff: (coreUrl, environment = {}) =>
      start('bff', { COOKIE_SECURE: 'false', CORE_URL: coreUrl, ...environment }),
    logOf: (name) => readFileSync(join(dataDirectory, 'logs', `${name}.log`), 'utf8'),
    async stop() {
      // A bff, started later, calls its core-api.
      for (const service of started.toReversed()) await stopService(service)
      rmSync(dataDirectory, { recursive: true })
    },
  }
}

/** Replicas on a new database of the test run's PostgreSQL server, which goes with them. */
export async function prepareReplicasOnServer(
  shared: Record<string, string> = {},
): Promise<Replicas & { databaseUrl: string }> {
  const database = await createProductDatabase()
  const replicas = prepareReplicas({ DATABASE_URL: database.url, ...shared })
  return {
    ...replicas,
    databaseUrl: database.url,
    async stop() {
      await replicas.stop()
      await database.drop()
    },
  }
}
