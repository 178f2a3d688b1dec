import { gracefulShutdown } from '@agency/service-kit/graceful-shutdown'
import { noStore } from '@agency/service-kit/no-store'
import { loggerOptions } from '@agency/service-kit/request-log'
import Fastify, { type FastifyPluginAsync } from 'fastify'
import type { Config } from './config.ts'
import { adminLoginRoutes } from './features/admin-login/admin-login-routes.ts'
import { adminTokens } from './features/admin-login/admin-tokens.ts'
import { oidcLoginRoutes } from './features/admin-login/oidc-login-routes.ts'
import { appRoutes } from './features/apps/app-routes.ts'
import { deviceCookie, deviceCookieOf } from './features/devices/device-cookie.ts'
import { bffDescription } from './features/docs/bff-description.ts'
import { docsRoutes } from './features/docs/docs-routes.ts'
import { healthRoutes } from './features/health/health-routes.ts'
import { loginFormRoutes } from './features/portal-login/login-form-routes.ts'
import { portalLoginRoutes } from './features/portal-login/portal-login-routes.ts'
import { sessionCookie } from './features/portal-login/session-cookie.ts'
import { blockOwnRoutes, proxyProviderWebhooks, proxyRequests, proxyToCore } from './features/proxy/core-proxy.ts'
import { agency } from './platform/cores/agency.ts'
import { coreClient } from './platform/cores/core-client.ts'
import { coreConnections } from './platform/cores/core-connections.ts'
import { bodyLimits } from './platform/http/body-limits.ts'
import { cors } from './platform/http/cors.ts'
import { errorAnswers } from './platform/http/error-answers.ts'
import { hostRules } from './platform/http/host-rules.ts'
import { refuseOtherPages, requireOwnPage } from './platform/http/own-page.ts'
import { principalStatements } from './platform/http/principal-statements.ts'
import { requestTracing } from './platform/http/request-tracing.ts'
import { securityHeaders } from './platform/http/security-headers.ts'
import { serverLimits } from './platform/http/server-limits.ts'

export async function buildApp(config: Config) {
  const app = Fastify({
    ...loggerOptions(config.LOG_LEVEL),
    genReqId: () => crypto.randomUUID(),
    ...serverLimits({ clientSeconds: config.CLIENT_TIMEOUT_SECONDS, coreSeconds: config.CORE_TIMEOUT_SECONDS }),
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    bodyLimit: 64 * 1024,
    ajv: { customOptions: { removeAdditional: false, coerceTypes: false } },
  })
  // Fastify parses text/plain by default, which forms of other sites can send. Without a parser the answer is 415.
  app.removeContentTypeParser('text/plain')
  await app.register(noStore)
  await app.register(errorAnswers)
  await app.register(requestTracing)
  await app.register(gracefulShutdown, { drainSeconds: config.DRAIN_SECONDS })
  // Before all plugins that may answer, so that redirects and errors have the headers too.
  const { API_ORIGIN: apiOrigin, UI_ORIGIN: uiOrigin } = config
  await app.register(securityHeaders, { tls: config.COOKIE_SECURE, apiOrigin, uiOrigin })
  if (apiOrigin) await app.register(cors, { pageOrigins: config.pageOrigins })
  await app.register(hostRules, { clientHosts: config.clientHosts })
  await app.register(bodyLimits, { clientSeconds: config.CLIENT_TIMEOUT_SECONDS })
  await app.register(principalStatements, { secret: config.PRINCIPAL_SECRET })
  await app.register(coreConnections, { coreUrls: config.coreUrls, timeoutSeconds: config.CORE_TIMEOUT_SECONDS })
  await app.register(coreClient)
  await app.register(agency)
  await app.register(proxyRequests)
  const { read: readDevice } = deviceCookieOf(cookieSettings(config))
  await app.register(adminTokens, { secret: config.JWT_SECRET, readDevice })
  await app.register(bffDescription)
  await app.register(healthRoutes)
  await app.register(docsRoutes)

  await app.register(appRoutes, { settings: config })
  await app.register(adminApi, { config })
  await app.register(portalApi, { config })
  await app.register(proxyProviderWebhooks)
  return app
}

const cookieSettings = ({ COOKIE_SECRET, COOKIE_SECURE }: Config) => ({ secret: COOKIE_SECRET, secure: COOKIE_SECURE })

const adminApi: FastifyPluginAsync<{ config: Config }> = async (app, { config }) => {
  const prefix = '/admin/_api'
  await app.register(deviceCookie, cookieSettings(config))
  await app.register(async (login) => {
    login.addHook('onRequest', refuseOtherPages(config.pageOrigins))
    await login.register(adminLoginRoutes, { prefix })
    await login.register(oidcLoginRoutes, { prefix })
  })
  blockOwnRoutes(app, prefix)
  await proxyToCore(app, {
    prefix,
    principalOf: (request) => {
      const id = app.readAdminToken(request)
      return id ? { kind: 'admin', id, address: request.ip } : { kind: 'nobody', address: request.ip }
    },
  })
}

const portalApi: FastifyPluginAsync<{ config: Config }> = async (app, { config }) => {
  const prefix = '/session/_api'
  await app.register(sessionCookie, cookieSettings(config))
  await app.register(deviceCookie, cookieSettings(config))
  app.addHook('onRequest', requireOwnPage(config.pageOrigins))
  await app.register(portalLoginRoutes, { prefix })
  if (!config.API_ORIGIN) await app.register(loginFormRoutes)
  blockOwnRoutes(app, prefix)
  await proxyToCore(app, {
    prefix,
    principalOf: (request) => {
      const id = request.session.get('portal_session_id')
      return id ? { kind: 'session', id, address: request.ip } : { kind: 'nobody', address: request.ip }
    },
  })
}
