import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Environment } from '@agency/contract/environment'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { type AgencyFiles, makeAgencyFiles, serveAgencyFiles, urlOf } from './agency-files.ts'
import { AppPage } from './app-page.ts'
import { type DeployedFile, fileOnDisk, fileOnServer, type Part } from './deployed-file.ts'
import { PreloadHints } from './preload-hints.ts'

/** The settings that the pages depend on. */
interface AppSettings {
  SERVE_APPS: boolean
  /** The address of each part's file server; undefined if this service serves the files itself. */
  fileServers: Readonly<Record<Part, string>> | undefined
  PUBLIC_URL: string
  API_ORIGIN?: string
  UI_ORIGIN?: string
  AGENCY_NAME: string
  AGENCY_PHONE: string
  AGENCY_WEBSITE: string
  AGENCY_LOGO?: string
  AGENCY_COLOR?: string
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

const buildOf = (part: Part) => fileURLToPath(new URL(`../../../../${part}/dist`, import.meta.url))
const yearSeconds = 365 * 24 * 3600

/** Serves the files of a build. Files with a hash in their name are immutable; all others are revalidated. */
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
      reply.header('cache-control', immutable ? `public, max-age=${yearSeconds}, immutable` : 'no-cache')
    },
  })
}

/** A file of a part as it is deployed: on its file server, or in its build on this machine. */
function deployedFile(app: FastifyInstance, settings: AppSettings, part: Part, name: string): DeployedFile {
  const server = settings.fileServers?.[part]
  if (server === undefined) return fileOnDisk(join(buildOf(part), name))
  const url = new URL(name, `${server.replace(/\/$/, '')}/`).href
  return fileOnServer(url, (error) => app.log.warn({ err: error, part }, 'a file of a part could not be fetched'))
}

/** The settings that an app reads from its page. */
function pageEnvironment(settings: AppSettings, base: ServedApp['base'], { logo }: AgencyFiles): Environment {
  return {
    apiBase: `${settings.API_ORIGIN ?? ''}${base}/_api`,
    uiBase: settings.UI_ORIGIN ? `${settings.UI_ORIGIN}/` : `${base}/_ui/`,
    agency: {
      name: settings.AGENCY_NAME,
      phone: settings.AGENCY_PHONE,
      website: settings.AGENCY_WEBSITE,
      logo: logo ? urlOf(base, logo) : null,
    },
    portalUrl: `${settings.PUBLIC_URL.replace(/\/$/, '')}/session/`,
  }
}

function servePage(
  app: FastifyInstance,
  settings: AppSettings,
  { part, base, firstScreen }: ServedApp,
  agency: AgencyFiles,
) {
  const environment = pageEnvironment(settings, base, agency)
  const hints = new PreloadHints({
    manifest: deployedFile(app, settings, 'shared-ui', 'mf-manifest.json'),
    uiBase: environment.uiBase,
    firstScreen,
    onUnreadable: (error) => app.log.error({ err: error }, 'the manifest of shared-ui cannot be read'),
  })
  const head = agency.theme ? `<link rel="stylesheet" href="${urlOf(base, agency.theme)}">` : ''
  const page = new AppPage({ index: deployedFile(app, settings, part, 'index.html'), environment, hints, head })
  app.get(base, (request, reply) => page.send(request, reply))
  // The app's router, in the browser, chooses the screen.
  app.get(`${base}/*`, (request, reply) => page.send(request, reply))
}

/** Serves the pages of the apps. With SERVE_APPS also their built files, for a deployment without nginx. */
export const appRoutes: FastifyPluginAsync<{ settings: AppSettings }> = async (app, { settings }) => {
  const agency = makeAgencyFiles({ logo: settings.AGENCY_LOGO, color: settings.AGENCY_COLOR })
  for (const served of apps) {
    serveAgencyFiles(app, served.base, agency)
    if (settings.SERVE_APPS) {
      await serveFiles(app, buildOf('shared-ui'), `${served.base}/_ui/`)
      await serveFiles(app, `${buildOf(served.part)}/assets`, `${served.base}/assets/`)
    }
    servePage(app, settings, served, agency)
  }
}
