import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copyBuild } from '@agency/test-kit/nginx/build-copy'
import { makeCertificate } from '@agency/test-kit/nginx/certificate'
import { startFileServer, startWebServer, type WebServer } from '@agency/test-kit/nginx/web-server'
import { ensureDatabaseServer } from '@agency/test-kit/product/database-server'
import { createProductDatabase } from '@agency/test-kit/product/product-database'
import type { TestProject } from 'vitest/node'
import { secretFiles } from '../../../core-api/src/cli/local-secrets.ts'
import { buildParts } from '../../../scripts/build.ts'
import type { Part } from '../../../scripts/parts.ts'
import { type Product, startProduct, startService, stopService } from '../../../scripts/product.ts'
import { agency, clientHost, otherHosts, staffHost } from './hosts.ts'

/** The running product that the tests of this workspace look at: the services, three file servers and routers. */
export interface Deployment {
  /** A router without a certificate. */
  routerPort: number
  /** One with TLS, and its plain port. */
  tlsPort: number
  plainPort: number
  /** What it needs for that: the settings of its certificate. */
  tlsSettings: Record<string, string>
  /** One that believes what callers on loopback say about theirs, like one behind a load balancer. */
  trustingRouterPort: number
  /** One behind which nothing runs. */
  strandedRouterPort: number
  /** A bff that serves the pages and files by itself, as on a laptop. */
  laptopPort: number
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

export const username = 'manager'
export const password = 'correct horse battery staple'

type Ending = { stop(): Promise<void> } | { drop(): Promise<void> }
const started: Ending[] = []
const keep = <T extends Ending>(part: T): T => {
  started.unshift(part)
  return part
}

async function startFiles(directory: string, part: Part): Promise<Deployment['files'][Part]> {
  const build = join(directory, part, 'build')
  copyBuild(part, build)
  const { port } = keep(await startFileServer(join(directory, part), build))
  return { port, build }
}

async function startRouter(directory: string, settings: Record<string, string>): Promise<WebServer> {
  // All tests call from one address.
  const limits = { REQUESTS_PER_SECOND: '5000', REQUEST_BURST: '5000' }
  const template = 'templates/router.conf.template'
  const all = { ...agency, ...otherHosts, ...limits, ...settings }
  return keep(await startWebServer({ directory, template, settings: all }))
}

const serviceSettings = {
  ...agency,
  SERVE_APPS: 'false',
  COOKIE_SECURE: 'false',
  TRUSTED_PROXIES: '127.0.0.1',
  ADMIN_USERNAME: username,
  ADMIN_PASSWORD: password,
  LOG_LEVEL: 'warn',
}

async function startServices(dataDirectory: string, files: Deployment['files']): Promise<Product> {
  const database = keep(await createProductDatabase())
  const urlOf = (part: Part) => `http://127.0.0.1:${files[part].port}`
  const fileServers = {
    ADMIN_APP_URL: urlOf('admin-app'),
    PORTAL_APP_URL: urlOf('portal-app'),
  }
  const environment = { ...serviceSettings, ...fileServers, DATABASE_URL: database.url }
  return startProduct({ dataDirectory, port: 0, publicUrl: `https://${clientHost}`, environment })
}

/** A second bff, on the same core. */
async function startLaptop(dataDirectory: string, coreUrl: string): Promise<number> {
  const environment = { ...serviceSettings, SERVE_APPS: 'true' }
  const settings = { ...secretFiles(dataDirectory), PORT: '0', CORE_URL: coreUrl, DRAIN_SECONDS: '0' }
  const service = await startService('bff', { dataDirectory, environment }, settings)
  keep({ stop: () => stopService(service) })
  return Number(new URL(service.address).port)
}

async function startRouters(directory: string, { files, bffUrl }: Pick<Deployment, 'files' | 'bffUrl'>) {
  const addresses = {
    BFF_ADDRESSES: new URL(bffUrl).host,
    ADMIN_APP_ADDRESSES: `127.0.0.1:${files['admin-app'].port}`,
    PORTAL_APP_ADDRESSES: `127.0.0.1:${files['portal-app'].port}`,
    SHARED_UI_ADDRESSES: `127.0.0.1:${files['shared-ui'].port}`,
  }
  const nowhere = Object.fromEntries(Object.keys(addresses).map((name) => [name, '127.0.0.1:1']))
  const { certificate, key } = makeCertificate(join(directory, 'tls-files'), [staffHost, clientHost])
  const tlsSettings = { ...otherHosts, TLS_CERTIFICATE: certificate, TLS_CERTIFICATE_KEY: key }
  const { port: routerPort } = await startRouter(join(directory, 'router'), addresses)
  const { port: plainPort, tlsPort } = await startRouter(join(directory, 'tls'), { ...addresses, ...tlsSettings })
  const trusted = { TRUSTED_PROXY: '192.0.2.1, 127.0.0.0/8' }
  const trusting = await startRouter(join(directory, 'trusting'), { ...addresses, ...trusted })
  const stranded = await startRouter(join(directory, 'stranded'), { ...nowhere, ...trusted })
  return {
    routerPort,
    plainPort,
    tlsPort,
    tlsSettings,
    trustingRouterPort: trusting.port,
    strandedRouterPort: stranded.port,
  }
}

async function startAll(directory: string): Promise<Deployment> {
  const dataDirectory = join(directory, 'data')
  const files = {
    'admin-app': await startFiles(directory, 'admin-app'),
    'portal-app': await startFiles(directory, 'portal-app'),
    'shared-ui': await startFiles(directory, 'shared-ui'),
  }
  const { bffUrl, coreUrl } = keep(await startServices(dataDirectory, files))
  const laptopPort = await startLaptop(dataDirectory, coreUrl)
  return { ...(await startRouters(directory, { files, bffUrl })), laptopPort, files, bffUrl, coreUrl, dataDirectory }
}

/** Starts the product once for all test files, and ends it after them. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const tools = { nginx: 'nginx', pdfsig: 'poppler-utils', openssl: 'openssl' }
  const missing = Object.entries(tools).filter(([tool]) => spawnSync('which', [tool]).status !== 0)
  if (missing.length > 0) throw new Error(`These tests need ${missing.map(([, debian]) => debian).join(', ')}.`)
  buildParts({ quick: true })
  const removeServer = await ensureDatabaseServer()
  const directory = mkdtempSync(join(tmpdir(), 'nginx-'))
  const stopAll = async () => {
    for (const part of started) await ('stop' in part ? part.stop() : part.drop())
    removeServer()
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
