import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copyBuild } from '../nginx/testing/build-copy.ts'
import { startFileServer, startWebServer } from '../nginx/testing/web-server.ts'
import { freePort, type Service, startService, stopService } from '../scripts/product.ts'
import { secretFiles } from '../scripts/secrets.ts'
import type { Part } from '../scripts/stale-parts.ts'
import { test as base } from './journey.ts'
import { agency, credentials } from './product-address.ts'
import { openStaffApi, type StaffApi } from './staff-api.ts'

/** The one bff of a product behind nginx, to be ended and started again. */
export interface Bff {
  stop(): Promise<void>
  start(): Promise<void>
  /** It keeps its connections and answers nothing, until it is let go on. */
  hang(): void
  goOn(): void
}

type Running = (() => Promise<void>)[]

const clientHost = 'client.localhost'

async function startFiles(directory: string, part: Part, running: Running): Promise<string> {
  const build = join(directory, part, 'build')
  await copyBuild(part, build)
  const server = await startFileServer(join(directory, part), build)
  running.push(() => server.stop())
  return `127.0.0.1:${server.port}`
}

async function startRouted(directory: string, running: Running): Promise<Bff> {
  const dataDirectory = join(directory, 'data')
  const files = {
    ADMIN_APP: await startFiles(directory, 'admin-app', running),
    PORTAL_APP: await startFiles(directory, 'portal-app', running),
    SHARED_UI: await startFiles(directory, 'shared-ui', running),
  }
  const named = (ending: string, before = '') =>
    Object.fromEntries(Object.entries(files).map(([part, address]) => [`${part}_${ending}`, `${before}${address}`]))
  const bffPort = await freePort()
  const router = await startWebServer({
    directory: join(directory, 'router'),
    template: 'templates/router.conf.template',
    settings: {
      ...named('ADDRESSES'),
      STAFF_HOSTS: 'localhost',
      CLIENT_HOSTS: clientHost,
      AGENCY_WEBSITE: 'https://www.agency.example/',
      BFF_ADDRESSES: `127.0.0.1:${bffPort}`,
    },
  })
  running.push(() => router.stop())
  process.env.STAFF_URL = `http://localhost:${router.port}`
  process.env.CLIENT_URL = `http://${clientHost}:${router.port}`
  const settings = {
    DATA_DIR: dataDirectory,
    PUBLIC_URL: process.env.CLIENT_URL,
    DRAIN_SECONDS: '0',
    LOG_LEVEL: 'warn',
    AGENCY_NAME: agency.name,
    AGENCY_PHONE: agency.phone,
    ADMIN_PASSWORD: credentials.password,
    ...secretFiles(dataDirectory),
  }
  const core = await startService('core-api', { dataDirectory }, { ...settings, PORT: '0' })
  running.push(() => stopService(core))
  const start = () =>
    startService(
      'bff',
      { dataDirectory },
      {
        ...settings,
        ...named('URL', 'http://'),
        PORT: String(bffPort),
        CORE_URL: core.address,
        CLIENT_HOSTS: clientHost,
        COOKIE_SECURE: 'false',
        TRUSTED_PROXIES: '127.0.0.1',
      },
    )
  const bff = await controlled(start)
  running.push(() => bff.stop())
  return bff
}

async function controlled(start: () => Promise<Service>): Promise<Bff> {
  let service = await start()
  return {
    stop: () => stopService(service),
    async start() {
      service = await start()
    },
    hang: () => service.process.kill('SIGSTOP'),
    goOn: () => service.process.kill('SIGCONT'),
  }
}

/** Tests against a product of their own as in production: nginx in front of file servers and a bff. */
export const test = base.extend<object, { bff: Bff; api: StaffApi }>({
  bff: [
    async ({ browserName: _browser }, use) => {
      const directory = mkdtempSync(join(tmpdir(), 'routed-'))
      const running: Running = []
      try {
        await use(await startRouted(directory, running))
      } finally {
        for (const end of running.reverse()) await end()
        rmSync(directory, { recursive: true })
      }
    },
    { scope: 'worker' },
  ],
  api: [
    async ({ bff: _bff }, use) => {
      const api = await openStaffApi()
      await use(api)
      await api.close()
    },
    { scope: 'worker' },
  ],
})
