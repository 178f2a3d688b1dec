import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { type AgencyFiles, addressOf, makeAgencyFiles, serveAgencyFiles } from './agency-files.ts'
import { AppPage } from './app-page.ts'
import { type DeployedFile, fileOnDisk, fileOnServer } from './deployed-file.ts'
import { type PageSettings, pageEnvironment } from './page-environment.ts'
import { PreloadHints } from './preload-hints.ts'

/** The parts of the product whose files run in a browser. */
export type Part = 'admin-app' | 'portal-app' | 'shared-ui'

/** The settings that decide where pages, files and the agency's branding come from. */
export interface AppSettings extends PageSettings {
  readonly SERVE_APPS: boolean
  readonly AGENCY_LOGO?: string
  readonly AGENCY_COLOR?: string
  /** Base URLs of the file servers; undefined if this service serves the files, or nobody does. */
  readonly fileServers: Readonly<Record<Part, string>> | undefined
}

const buildOf = (part: Part) => fileURLToPath(new URL(`../../../../${part}/dist`, import.meta.url))
const year = 365 * 24 * 3600

/** Files with a hash in their name never change; all others are asked for again each time. */
async function serveFiles(app: FastifyInstance, directory: string, prefix: string) {
  await app.register(fastifyStatic, {
    root: directory,
    prefix,
    decorateReply: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const immutable = path.includes('/assets/')
      reply.header('cache-control', immutable ? `public, max-age=${year}, immutable` : 'no-cache')
    },
  })
}

interface ServedApp {
  part: 'admin-app' | 'portal-app'
  base: '/admin' | '/session'
  /** Components of shared-ui on its first screen. */
  firstScreen: readonly string[]
}

const apps: readonly ServedApp[] = [
  { part: 'admin-app', base: '/admin', firstScreen: ['Button'] },
  { part: 'portal-app', base: '/session', firstScreen: ['Button'] },
]

/** A file of a part as it is deployed: on its file server, or in its build on this machine. */
function deployedFile(app: FastifyInstance, config: AppSettings, part: Part, name: string): DeployedFile {
  const server = config.fileServers?.[part]
  if (server === undefined) return fileOnDisk(join(buildOf(part), name))
  const url = new URL(name, `${server.replace(/\/$/, '')}/`).href
  return fileOnServer(url, (error) => app.log.warn({ err: error, part }, 'a file of a part could not be fetched'))
}

function servePage(
  app: FastifyInstance,
  config: AppSettings,
  { part, base, firstScreen }: ServedApp,
  agency: AgencyFiles,
) {
  const environment = pageEnvironment(config, base, agency)
  const hints = new PreloadHints({
    manifest: deployedFile(app, config, 'shared-ui', 'mf-manifest.json'),
    uiBase: environment.uiBase,
    firstScreen,
    onUnreadable: (error) => app.log.error({ err: error }, 'the manifest of shared-ui cannot be read'),
  })
  const head = agency.theme ? `<link rel="stylesheet" href="${addressOf(base, agency.theme)}">` : ''
  const page = new AppPage({ index: deployedFile(app, config, part, 'index.html'), environment, hints, head })
  app.get(base, (request, reply) => page.send(request, reply))
  // Every address of the app is its page; which screen it shows is decided there.
  app.get(`${base}/*`, (request, reply) => page.send(request, reply))
}

/** Serves the pages of the apps; with SERVE_APPS also the built files, for a deployment without a web server in front. */
export const appRoutes: FastifyPluginAsync<{ config: AppSettings }> = async (app, { config }) => {
  const agency = makeAgencyFiles({ logo: config.AGENCY_LOGO, color: config.AGENCY_COLOR })
  for (const served of apps) {
    serveAgencyFiles(app, served.base, agency)
    if (config.SERVE_APPS) {
      await serveFiles(app, buildOf('shared-ui'), `${served.base}/_ui/`)
      await serveFiles(app, `${buildOf(served.part)}/assets`, `${served.base}/assets/`)
    }
    servePage(app, config, served, agency)
  }
}
