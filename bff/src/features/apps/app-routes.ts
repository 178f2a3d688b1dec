import { join } from 'node:path'
import type { PublicAgency } from '@agency/contract/agency'
import type { Environment } from '@agency/contract/environment'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { productFolder } from '../../platform/folders.ts'
import { AppPage } from './app-page.ts'
import { type App, type DeployedFile, fileOnDisk, fileOnServer } from './deployed-file.ts'
import { requestedScreen } from './requested-screen.ts'

interface AppSettings {
  SERVE_APPS: boolean
  fileServers: Readonly<Record<App, string>> | undefined
  PUBLIC_URL: string
  API_ORIGIN?: string
  UI_ORIGIN?: string
}

interface ServedApp {
  part: App
  base: '/admin' | '/session'
}

const apps: readonly ServedApp[] = [
  { part: 'admin-app', base: '/admin' },
  { part: 'portal-app', base: '/session' },
]

const buildOf = (part: App | 'shared-ui') => join(productFolder, part, 'dist')
const yearSeconds = 365 * 24 * 3600

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
function deployedFile(app: FastifyInstance, settings: AppSettings, part: App, name: string): DeployedFile {
  const server = settings.fileServers?.[part]
  if (server === undefined) return fileOnDisk(join(buildOf(part), name))
  const url = new URL(name, `${server.replace(/\/$/, '')}/`).href
  return fileOnServer(url, (error) => app.log.warn({ err: error, part }, 'a file of a part could not be fetched'))
}

/** The address of the agency's logo or stylesheet, which core-api serves. */
const agencyFile = (base: ServedApp['base'], file: string): string => `${base}/_api/agency/${file}`

function pageEnvironment(
  settings: AppSettings,
  base: ServedApp['base'],
  { name, phone, website, logo }: PublicAgency,
): Environment {
  return {
    apiBase: `${settings.API_ORIGIN ?? ''}${base}/_api`,
    uiBase: settings.UI_ORIGIN ? `${settings.UI_ORIGIN}/` : `${base}/_ui/`,
    agency: {
      name,
      phone,
      website,
      logo: logo && agencyFile(base, logo),
    },
    portalUrl: `${settings.PUBLIC_URL.replace(/\/$/, '')}/session/`,
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The page of the portal; undefined if this service serves no pages. */
    portalPage: AppPage | undefined
  }
}

function pageOf(app: FastifyInstance, settings: AppSettings, { part, base }: ServedApp): AppPage {
  const index = deployedFile(app, settings, part, 'index.html')
  const read = async (request: FastifyRequest) => {
    const agency = await app.readAgency(request)
    const head = agency.theme ? `<link rel="stylesheet" href="${agencyFile(base, agency.theme)}">` : ''
    return { environment: pageEnvironment(settings, base, agency), head }
  }
  return new AppPage({ index, read })
}

function servePage(app: FastifyInstance, base: ServedApp['base'], page: AppPage, settings: AppSettings) {
  const send = async (request: FastifyRequest, reply: FastifyReply) => {
    if (base !== '/session') return page.send(request, reply)
    reply.header('vary', 'Accept-Language, Cookie')
    const asked = requestedScreen(request)
    if (asked.fault && !settings.API_ORIGIN) return page.sendAnswer(reply, 403, asked)
    // The form without script sets the cookie of the page's host, which an API with a host of its own does not get.
    return page.send(request, reply, settings.API_ORIGIN ? { ...asked, screen: 'other' } : asked)
  }
  app.get(base, send)
  // The app's router, in the browser, chooses the screen.
  app.get(`${base}/*`, send)
}

/** Serves the apps' pages; with SERVE_APPS also their built files, for a deployment without nginx. */
export const appRoutes = fp(
  async (app, { settings }: { settings: AppSettings }) => {
    app.decorate('portalPage', undefined)
    if (!settings.SERVE_APPS && !settings.fileServers) return
    for (const served of apps) {
      if (settings.SERVE_APPS) {
        await serveFiles(app, buildOf('shared-ui'), `${served.base}/_ui/`)
        await serveFiles(app, `${buildOf(served.part)}/assets`, `${served.base}/assets/`)
      }
      const page = pageOf(app, settings, served)
      if (served.part === 'portal-app') app.portalPage = page
      servePage(app, served.base, page, settings)
    }
  },
  { name: 'app-routes' },
)
