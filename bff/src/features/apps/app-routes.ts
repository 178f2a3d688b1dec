import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import type { Config } from '../../config.ts'
import { AppPage } from './app-page.ts'
import { pageEnvironment } from './page-environment.ts'
import { PreloadHints } from './preload-hints.ts'

const distOf = (part: string) => fileURLToPath(new URL(`../../../../${part}/dist`, import.meta.url))
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

async function serveApp(app: FastifyInstance, config: Config, { part, base, firstScreen }: ServedApp) {
  const directory = distOf(part)
  const sharedUi = distOf('shared-ui')
  const page = new AppPage(directory, pageEnvironment(config, base), new PreloadHints(sharedUi, firstScreen))
  await serveFiles(app, sharedUi, `${base}/_ui/`)
  await serveFiles(app, `${directory}/assets`, `${base}/assets/`)
  app.get(base, (request, reply) => page.send(request, reply))
  // Every address of the app is its page; which screen it shows is decided there.
  app.get(`${base}/*`, (request, reply) => page.send(request, reply))
}

/** Serves the built apps, for a deployment without a web server in front. */
export const appRoutes: FastifyPluginAsync<{ config: Config }> = async (app, { config }) => {
  await serveApp(app, config, { part: 'admin-app', base: '/admin', firstScreen: ['Button'] })
  await serveApp(app, config, { part: 'portal-app', base: '/session', firstScreen: ['Button'] })
}
