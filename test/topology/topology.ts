import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startWebServer } from '@agency/test-kit/nginx/web-server'
import { buildParts } from '../../scripts/build.ts'
import type { Part } from '../../scripts/parts.ts'
import { findPostgres, type PostgresServer, startPostgresServer } from '../../scripts/postgres-server.ts'
import { freePort } from '../../scripts/product.ts'
import { root } from '../../scripts/repository.ts'
import { composedSettings } from './composed-service.ts'
import { FileServer } from './file-server.ts'
import { Replica } from './replica.ts'

/** The composition's services as plain processes: the same commands and settings, without a container engine. */
export interface Topology {
  /** Of the router, with TLS. */
  port: number
  bffs: Replaceable[]
  cores: Replaceable[]
  files: Omit<Replaceable, 'kill' | 'crashes'>[]
  /** Has the router read its configuration and certificate again. */
  reloadRouter(): void
  postgres: PostgresServer
  password: string
  /** What a service, or the router, has logged. */
  logOf(name: 'bff' | 'core-api' | 'router'): string
  stop(): Promise<void>
}

/** One of several that do the same. */
export interface Replaceable {
  readonly name: string
  /** How often it has ended by itself. */
  readonly crashes: number
  /** Resolves when it is ready for calls. */
  start(): Promise<void>
  /** As an orchestrator does: SIGTERM, and wait. */
  stop(): Promise<void>
  /** As a failing machine does. */
  kill(): Promise<void>
}

interface Options {
  /** How many of each service; two, as in the composition. */
  replicas?: number
  /** Settings of all services that differ from the composition's. */
  environment?: Record<string, string>
}

const parts: readonly Part[] = ['admin-app', 'portal-app', 'shared-ui']
const inNginx = (path: string) => join(root, 'nginx', path)

/** Starts everything. The two core-apis start at the same time, on an empty database. */
export async function startTopology({ replicas = 2, environment = {} }: Options = {}): Promise<Topology> {
  buildParts()
  const directory = mkdtempSync(join(tmpdir(), 'topology-'))
  const running: (() => unknown)[] = [() => rmSync(directory, { recursive: true, force: true })]
  const stop = async () => {
    for (const end of running.toReversed()) await end()
  }
  try {
    return { ...(await startAll({ directory, replicas, environment, running })), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

interface Starting extends Required<Options> {
  directory: string
  running: (() => unknown)[]
}

async function startAll(starting: Starting): Promise<Omit<Topology, 'stop'>> {
  const { directory, replicas, environment, running } = starting
  const secrets = join(directory, 'secrets')
  const postgres = await startPostgresServer({ max_connections: '100' })
  running.push(() => postgres.remove())
  makeSecrets(secrets, postgres)

  const files = await startFileServers(starting)
  const ports = await Promise.all(Array.from({ length: 2 * replicas }, () => freePort()))
  const [corePorts, bffPorts] = [ports.slice(0, replicas), ports.slice(replicas)]
  const listOf = (own: number[]) => own.map((port) => `127.0.0.1:${port}`)
  const stead = {
    secrets,
    addresses: {
      'http://core-1:8081,http://core-2:8081': listOf(corePorts)
        .map((address) => `http://${address}`)
        .join(),
      'bff-1:8080,bff-2:8080': listOf(bffPorts).join(),
      ...Object.fromEntries(parts.flatMap((part) => addressesOf(part, files, listOf))),
      // Here nginx calls from loopback.
      uniquelocal: '127.0.0.1',
    },
  }
  const replicaOf = (name: 'bff' | 'core-api', service: string) => (port: number, n: number) => {
    const replica = new Replica(name, port, join(directory, `${name}-${n + 1}`), {
      ...composedSettings(service, stead),
      // The volume of the composition: both core-apis keep their files there.
      DATA_DIR: join(directory, 'volume'),
      // Walkers log in with a password alone.
      STAFF_MFA: 'off',
      ...environment,
    })
    running.push(() => replica.stop())
    return replica
  }
  const cores = corePorts.map(replicaOf('core-api', 'core-1'))
  const bffs = bffPorts.map(replicaOf('bff', 'bff-1'))
  await Promise.all(cores.map((core) => core.start()))
  await Promise.all(bffs.map((bff) => bff.start()))

  const router = await startWebServer({
    directory: join(directory, 'router'),
    template: 'templates/router.conf.template',
    // All walkers call from one address.
    settings: { ...composedSettings('nginx', stead), REQUESTS_PER_SECOND: '10000', REQUEST_BURST: '10000' },
  })
  running.push(() => router.stop())
  const logs = { bff: bffs.length, 'core-api': cores.length }
  return {
    port: router.tlsPort,
    bffs,
    cores,
    files,
    reloadRouter: () => router.reload(),
    postgres,
    password: readFileSync(join(secrets, 'admin_password'), 'utf8').trim(),
    logOf: (name) =>
      name === 'router'
        ? readFileSync(join(directory, 'router/access.log'), 'utf8')
        : Array.from({ length: logs[name] }, (_, n) =>
            readFileSync(join(directory, `${name}-${n + 1}/logs/${name}.log`), 'utf8'),
          ).join(''),
  }
}

/** Makes the secrets, and the role for core-api. */
function makeSecrets(secrets: string, postgres: PostgresServer): void {
  execFileSync(inNginx('make-secrets.sh'), [secrets], { stdio: 'pipe' })
  const server = new URL(postgres.url)
  execFileSync(join(root, 'core-api/postgres/10-role.sh'), {
    env: {
      PATH: `${findPostgres()}:${process.env.PATH}`,
      PGHOST: server.hostname,
      PGPORT: server.port,
      POSTGRES_USER: server.username,
      DATABASE_PASSWORD_FILE: join(secrets, 'database_password'),
    },
    stdio: 'pipe',
  })
  const url = new URL(readFileSync(join(secrets, 'database_url'), 'utf8'))
  url.host = server.host
  rmSync(join(secrets, 'database_url'))
  writeFileSync(join(secrets, 'database_url'), url.href)
}

/** By what the composition has for a part: as a list, and the first one alone. */
function addressesOf(part: Part, files: readonly FileServer[], listOf: (ports: number[]) => string[]) {
  const own = listOf(files.filter(({ name }) => name === part).map(({ port }) => port))
  return [
    [`${part}-1:8080,${part}-2:8080`, own.join()],
    [`${part}-1:8080`, own[0] ?? ''],
  ]
}

/** The file servers of each part, as many as of the services. */
async function startFileServers({ directory, replicas, running }: Starting): Promise<FileServer[]> {
  const servers: FileServer[] = []
  for (const part of parts) {
    for (let n = 1; n <= replicas; n++) {
      const own = { directory: join(directory, 'servers', `${part}-${n}`), files: join(directory, 'files', part) }
      servers.push(new FileServer(part, await freePort(), own))
    }
  }
  for (const server of servers) {
    await server.start()
    running.push(() => server.stop())
  }
  return servers
}
