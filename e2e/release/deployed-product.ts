import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startFileServer, startWebServer } from '../../nginx/testing/web-server.ts'
import { startService, stopService } from '../../scripts/product.ts'
import { secretFiles } from '../../scripts/secrets.ts'
import { type Part, root } from '../../scripts/stale-parts.ts'
import { agency, credentials } from '../product-address.ts'

/** A running product whose front-end parts are deployed one by one, as in production. */
export interface DeployedProduct {
  /** Where the files of a part are served from. */
  directoryOf(part: Part): string
  /** Deploys one part, from a build or an artefact, with the script that production uses. */
  deploy(part: Part, build: string): void
  stop(): Promise<void>
}

const deployScript = join(root, 'nginx/deploy-files.sh')

const parts: readonly Part[] = ['admin-app', 'portal-app', 'shared-ui']

/** Something that stands between the bff and core-api. */
export interface Between {
  address: string
  stop(): Promise<void>
}

/**
 * Starts the services, a file server of each part and the router; nothing is deployed yet.
 * @param between starts what the bff takes for core-api, in front of the one at the given address
 */
export async function startDeployedProduct(between?: (core: string) => Promise<Between>): Promise<DeployedProduct> {
  const directory = mkdtempSync(join(tmpdir(), 'release-'))
  const directoryOf = (part: Part) => join(directory, 'files', part)
  for (const part of parts) mkdirSync(directoryOf(part), { recursive: true })
  const running: (() => Promise<void>)[] = []
  const stop = async () => {
    for (const end of running.reverse()) await end()
    rmSync(directory, { recursive: true })
  }
  try {
    await startAll({ directory, directoryOf, running, between })
  } catch (error) {
    await stop()
    throw error
  }
  return {
    directoryOf,
    deploy(part, build) {
      execFileSync('sh', [deployScript, build, directoryOf(part)], { stdio: ['ignore', 'ignore', 'pipe'] })
    },
    stop,
  }
}

interface Start extends Pick<DeployedProduct, 'directoryOf'> {
  directory: string
  running: (() => Promise<void>)[]
  between: ((core: string) => Promise<Between>) | undefined
}

/** The server of a part's files. @returns its address */
async function startFiles({ directory, directoryOf, running }: Start, part: Part): Promise<string> {
  const server = await startFileServer(join(directory, part), directoryOf(part))
  running.push(() => server.stop())
  return `127.0.0.1:${server.port}`
}

/** @returns the address of the bff, as `host:port` */
async function startServices(start: Start, files: Record<Part, string>): Promise<string> {
  const { directory, running, between } = start
  const dataDirectory = join(directory, 'data')
  const settings = {
    DATA_DIR: dataDirectory,
    PORT: '0',
    DRAIN_SECONDS: '0',
    LOG_LEVEL: 'warn',
    AGENCY_NAME: agency.name,
    AGENCY_PHONE: agency.phone,
    ADMIN_PASSWORD: credentials.password,
    ...secretFiles(dataDirectory),
  }
  const core = await startService('core-api', { dataDirectory }, settings)
  running.push(() => stopService(core))
  const behind = await between?.(core.address)
  if (behind) running.push(() => behind.stop())
  const ofBff = {
    ...settings,
    CORE_URL: behind?.address ?? core.address,
    COOKIE_SECURE: 'false',
    TRUSTED_PROXIES: '127.0.0.1',
    ADMIN_APP_URL: `http://${files['admin-app']}`,
    PORTAL_APP_URL: `http://${files['portal-app']}`,
    SHARED_UI_URL: `http://${files['shared-ui']}`,
  }
  const bff = await startService('bff', { dataDirectory }, ofBff)
  running.push(() => stopService(bff))
  return new URL(bff.address).host
}

async function startAll(start: Start): Promise<void> {
  const files = {
    'admin-app': await startFiles(start, 'admin-app'),
    'portal-app': await startFiles(start, 'portal-app'),
    'shared-ui': await startFiles(start, 'shared-ui'),
  }
  const router = await startWebServer({
    directory: join(start.directory, 'router'),
    template: 'templates/router.conf.template',
    settings: {
      CLIENT_HOSTS: 'client.localhost',
      AGENCY_WEBSITE: 'https://www.example.com',
      BFF_ADDRESSES: await startServices(start, files),
      ADMIN_APP_ADDRESSES: files['admin-app'],
      PORTAL_APP_ADDRESSES: files['portal-app'],
      SHARED_UI_ADDRESSES: files['shared-ui'],
    },
  })
  start.running.push(() => router.stop())
  process.env.STAFF_URL = `http://localhost:${router.port}`
  process.env.CLIENT_URL = `http://client.localhost:${router.port}`
}
