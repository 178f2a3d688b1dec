import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { buildStaleParts } from '../../scripts/build.ts'
import { type Product, startProduct } from '../../scripts/product.ts'
import { type Part, root } from '../../scripts/stale-parts.ts'
import { copyBuild } from './build-copy.ts'
import { runPageScript } from './run-page-script.ts'
import { startWebServer } from './web-server.ts'

/** The running product that the tests of this workspace look at: the services, three file servers and the router. */
export interface Deployment {
  routerPort: number
  /** A second router, which believes what callers on loopback say about theirs, like one behind a load balancer. */
  trustingRouterPort: number
  /** A third one, behind which nothing runs. */
  strandedRouterPort: number
  files: Record<Part, { port: number; build: string }>
  bffUrl: string
  coreUrl: string
  dataDirectory: string
}

declare module 'vitest' {
  interface ProvidedContext {
    deployment: Deployment
  }
}

export const clientHost = 'clients.agency.example'
export const otherClientHost = 'portal.agency.example'
export const staffHost = 'staff.agency.example'
export const website = 'https://www.agency.example/?from=portal&lang=en'
export const username = 'manager'
export const password = 'correct horse battery staple'
/** Whatever a setting holds, it must not get out of the place it is put into. */
export const agencyName = `</script><script>alert("1")</script> \\ & | \\u003c $host \${LISTEN} 'São'\t\nInc.\u0001`
const clientHosts = `${clientHost}, ${otherClientHost}`

const started: { stop(): Promise<void> }[] = []
const keep = <T extends { stop(): Promise<void> }>(part: T): T => {
  started.unshift(part)
  return part
}

async function startFiles(directory: string, part: Part): Promise<Deployment['files'][Part]> {
  const base = part === 'admin-app' ? '/admin' : '/session'
  const build = join(directory, part, 'build')
  await copyBuild(part, build)
  const settings = {
    PART: part,
    FILES_DIRECTORY: build,
    PAGE_DIRECTORY: join(directory, part, 'page'),
    AGENCY_NAME: agencyName,
    AGENCY_PHONE: '(555) 010-0100',
    AGENCY_WEBSITE: website,
    PUBLIC_URL: `https://${clientHost}/`,
    API_BASE: `${base}/_api`,
    UI_BASE: `${base}/_ui/`,
  }
  runPageScript(settings)
  const template = 'app/app.conf.template'
  const { port } = keep(await startWebServer({ directory: join(directory, part), template, settings }))
  return { port, build }
}

/** As the image does: the script in `/docker-entrypoint.d` is sourced before the templates are filled in. */
const clientServerNames = (): string =>
  execFileSync('sh', ['-c', '. ./15-client-server-names.envsh && printf %s "$CLIENT_SERVER_NAMES"'], {
    cwd: join(root, 'nginx'),
    env: { PATH: process.env.PATH, CLIENT_HOSTS: clientHosts },
    encoding: 'utf8',
  })

async function startRouter(directory: string, settings: Record<string, string>): Promise<number> {
  const template = 'templates/router.conf.template'
  const all = { CLIENT_SERVER_NAMES: clientServerNames(), AGENCY_WEBSITE: website, ...settings }
  return keep(await startWebServer({ directory, template, settings: all })).port
}

async function startServices(dataDirectory: string): Promise<Product> {
  return startProduct({
    dataDirectory,
    port: 0,
    publicUrl: `https://${clientHost}`,
    environment: {
      SERVE_APPS: 'false',
      COOKIE_SECURE: 'false',
      TRUSTED_PROXIES: '127.0.0.1',
      CLIENT_HOSTS: clientHosts,
      AGENCY_WEBSITE: website,
      ADMIN_USERNAME: username,
      ADMIN_PASSWORD: password,
      LOG_LEVEL: 'warn',
    },
  })
}

async function startAll(directory: string): Promise<Deployment> {
  const dataDirectory = join(directory, 'data')
  const { bffUrl, coreUrl } = keep(await startServices(dataDirectory))
  const files = {
    'admin-app': await startFiles(directory, 'admin-app'),
    'portal-app': await startFiles(directory, 'portal-app'),
    'shared-ui': await startFiles(directory, 'shared-ui'),
  }
  const addresses = {
    BFF_ADDRESS: new URL(bffUrl).host,
    ADMIN_APP_ADDRESS: `127.0.0.1:${files['admin-app'].port}`,
    PORTAL_APP_ADDRESS: `127.0.0.1:${files['portal-app'].port}`,
    SHARED_UI_ADDRESS: `127.0.0.1:${files['shared-ui'].port}`,
    TRUSTED_PROXY: '192.0.2.1/32',
  }
  const nowhere = Object.fromEntries(Object.keys(addresses).map((name) => [name, '127.0.0.1:1']))
  return {
    routerPort: await startRouter(join(directory, 'router'), addresses),
    trustingRouterPort: await startRouter(join(directory, 'trusting'), { ...addresses, TRUSTED_PROXY: '127.0.0.0/8' }),
    strandedRouterPort: await startRouter(join(directory, 'stranded'), { ...nowhere, TRUSTED_PROXY: '127.0.0.0/8' }),
    files,
    bffUrl,
    coreUrl,
    dataDirectory,
  }
}

/** Starts the product once for all test files, and ends it after them. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const missing = ['nginx', 'pdfsig'].filter((tool) => spawnSync('which', [tool]).status !== 0)
  if (missing.length > 0) throw new Error(`These tests need ${missing.join(' and ')}: install nginx and poppler-utils.`)
  await buildStaleParts()
  const directory = mkdtempSync(join(tmpdir(), 'nginx-'))
  const stopAll = async () => {
    for (const part of started) await part.stop()
    rmSync(directory, { recursive: true, force: true })
  }
  try {
    provide('deployment', await startAll(directory))
  } catch (error) {
    await stopAll()
    throw error
  }
  return stopAll
}
