import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startWebServer } from '../../nginx/testing/web-server.ts'
import { freePort, startService, stopService } from '../../scripts/product.ts'
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

/** Starts the services and one nginx in front of them; nothing is deployed yet. */
export async function startDeployedProduct(): Promise<DeployedProduct> {
  const directory = mkdtempSync(join(tmpdir(), 'release-'))
  const directoryOf = (part: Part) => join(directory, 'files', part)
  for (const part of parts) mkdirSync(directoryOf(part), { recursive: true })
  const running: (() => Promise<void>)[] = []
  const stop = async () => {
    for (const end of running.reverse()) await end()
    rmSync(directory, { recursive: true })
  }
  try {
    await startAll(directory, directoryOf, running)
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

async function startAll(directory: string, directoryOf: (part: Part) => string, running: (() => Promise<void>)[]) {
  const [bffPort, dataDirectory] = [await freePort(), join(directory, 'data')]
  const front = await startWebServer({
    directory: join(directory, 'nginx'),
    template: '../e2e/release/site.conf.template',
    settings: {
      BFF: `http://127.0.0.1:${bffPort}`,
      ADMIN_APP: directoryOf('admin-app'),
      PORTAL_APP: directoryOf('portal-app'),
      SHARED_UI: directoryOf('shared-ui'),
    },
  })
  running.push(() => front.stop())
  const clientUrl = `http://client.localhost:${front.port}`
  const filesOf = (part: Part) => `http://127.0.0.1:${front.port}/files/${part}`
  const settings = {
    DATA_DIR: dataDirectory,
    PUBLIC_URL: clientUrl,
    DRAIN_SECONDS: '0',
    LOG_LEVEL: 'warn',
    AGENCY_NAME: agency.name,
    AGENCY_PHONE: agency.phone,
    ADMIN_PASSWORD: credentials.password,
    ...secretFiles(dataDirectory),
  }
  const core = await startService('core-api', { dataDirectory }, { ...settings, PORT: '0' })
  running.push(() => stopService(core))
  const bff = await startService(
    'bff',
    { dataDirectory },
    {
      ...settings,
      PORT: String(bffPort),
      CORE_URL: core.address,
      COOKIE_SECURE: 'false',
      ADMIN_APP_URL: filesOf('admin-app'),
      PORTAL_APP_URL: filesOf('portal-app'),
      SHARED_UI_URL: filesOf('shared-ui'),
    },
  )
  running.push(() => stopService(bff))
  process.env.STAFF_URL = `http://localhost:${front.port}`
  process.env.CLIENT_URL = clientUrl
}
