import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Part } from '../../../scripts/parts.ts'
import { freePort, type Service, stopService } from '../../../scripts/product.ts'
import { deployFiles, startFileServer, startWebServer } from '../nginx/web-server.ts'
import { firstPassword, setUpOwner } from './owner-account.ts'
import { prepareReplicas, prepareReplicasOnServer } from './replicas.ts'

/** The bff of a product behind nginx, which tests stop and start. */
export interface Bff {
  stop(): Promise<void>
  start(): Promise<void>
  /** Suspends the process: it keeps its connections and answers nothing until `resume`. */
  hang(): void
  resume(): void
}

/** A proxy between the bff and core-api. */
export interface CoreProxy {
  address: string
  stop(): Promise<void>
}

/** A running product as in production: nginx in front of a file server of each part, and of one bff and one core-api. */
export interface RoutedProduct {
  bff: Bff
  /** Where the files of a part are served from; there are none at first. */
  directoryOf(part: Part): string
  /** Deploys one part, from a build or an artefact, with the script that production uses. */
  deploy(part: Part, build: string): void
  stop(): Promise<void>
}

type StartCoreProxy = (core: string) => Promise<CoreProxy>

interface Starting extends Pick<RoutedProduct, 'directoryOf'> {
  directory: string
  running: (() => Promise<void>)[]
  startProxy: StartCoreProxy | undefined
}

const parts = { ADMIN_APP: 'admin-app', PORTAL_APP: 'portal-app', SHARED_UI: 'shared-ui' } as const
const clientHost = 'client.localhost'

/**
 * Starts it with data of its own, and sets STAFF_URL and CLIENT_URL for all tests of this process.
 * @param startProxy starts a proxy in front of the core-api at the given address; the bff calls the proxy
 */
export async function startRoutedProduct(startProxy?: StartCoreProxy): Promise<RoutedProduct> {
  const directory = mkdtempSync(join(tmpdir(), 'routed-'))
  const running = [async () => rmSync(directory, { recursive: true })]
  const stop = async () => {
    for (const end of running.toReversed()) await end()
  }
  const directoryOf = (part: Part) => join(directory, 'files', part)
  const deploy = (part: Part, build: string) => deployFiles(build, directoryOf(part))
  try {
    return { bff: await startAll({ directory, directoryOf, running, startProxy }), directoryOf, deploy, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function startAll(starting: Starting): Promise<Bff> {
  const { directory, running } = starting
  const files = await startFileServers(starting)
  const bffPort = await freePort()
  const router = await startWebServer({
    directory: join(directory, 'router'),
    template: 'templates/router.conf.template',
    settings: {
      ...Object.fromEntries(files.map(([name, address]) => [`${name}_ADDRESSES`, address])),
      STAFF_HOSTS: 'localhost',
      CLIENT_HOSTS: clientHost,
      BFF_ADDRESSES: `127.0.0.1:${bffPort}`,
    },
  })
  running.push(() => router.stop())
  process.env.STAFF_URL = `http://localhost:${router.port}`
  process.env.CLIENT_URL = `http://${clientHost}:${router.port}`
  const bff = await startServices(starting, {
    ...Object.fromEntries(files.map(([name, address]) => [`${name}_URL`, `http://${address}`])),
    PORT: String(bffPort),
  })
  await setUpOwner(`${process.env.STAFF_URL}`)
  return bff
}

/** @returns the address of each part's server, by the part's prefix in settings */
async function startFileServers({ directory, directoryOf, running }: Starting) {
  const addresses: (readonly [name: string, address: string])[] = []
  for (const [name, part] of Object.entries(parts)) {
    mkdirSync(directoryOf(part), { recursive: true })
    const server = await startFileServer(join(directory, 'servers', part), directoryOf(part))
    running.push(() => server.stop())
    addresses.push([name, `127.0.0.1:${server.port}`])
  }
  return addresses
}

async function startServices({ running, startProxy }: Starting, ofBff: Record<string, string>): Promise<Bff> {
  const settings = {
    PUBLIC_URL: `${process.env.CLIENT_URL}`,
    LOG_LEVEL: 'warn',
    RECORD_READS_ALERT: '0',
    REVEAL_ALERT: '0',
    REVEAL_ALERT_FACTOR: '0',
    RECORD_READS_LIMIT: '0',
    AGENCY_WEBSITE: 'https://www.agency.example/',
    ADMIN_PASSWORD: firstPassword,
  }
  // `check-release` runs where there may be no PostgreSQL server.
  const onServer = process.env.TEST_DATABASE_URL !== undefined
  const replicas = onServer ? await prepareReplicasOnServer(settings) : prepareReplicas(settings)
  running.push(() => replicas.stop())
  const core = await replicas.startCore()
  const proxy = await startProxy?.(core.address)
  if (proxy) running.push(() => proxy.stop())
  const own = { ...ofBff, CLIENT_HOSTS: clientHost, TRUSTED_PROXIES: '127.0.0.1' }
  return controlled(() => replicas.startBff(proxy?.address ?? core.address, own))
}

async function controlled(start: () => Promise<Service>): Promise<Bff> {
  let service = await start()
  return {
    stop: () => stopService(service),
    async start() {
      service = await start()
    },
    hang: () => service.process.kill('SIGSTOP'),
    resume: () => service.process.kill('SIGCONT'),
  }
}
