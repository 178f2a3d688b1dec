import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import fp from 'fastify-plugin'
import helmet, { type HelmetOptions } from 'helmet'

interface SecurityHeadersOptions {
  tls: boolean
  /** Origins of the API and of shared-ui, in a deployment that gives them hosts of their own. */
  apiOrigin?: string | undefined
  uiOrigin?: string | undefined
}

/** Clears no cookies or storage: staff and clients may share an origin, and a logout must not end another's login. */
export const clearedAtLogout = '"cache"'

/** The headers that helmet sets, computed once: they are equal for all answers, and helmet would take 5 % of a call. */
function headersOf(options: HelmetOptions): OutgoingHttpHeaders {
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  helmet(options)(request, response, () => undefined)
  return { ...response.getHeaders() }
}

/** Security headers of every answer. The content security policy allows only the product's own files, nothing inline. */
export const securityHeaders = fp(
  async (app, { tls, apiOrigin, uiOrigin }: SecurityHeadersOptions) => {
    const self = (other?: string) => ["'self'", ...(other ? [other] : [])]
    const headers = headersOf({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'none'"],
          scriptSrc: self(uiOrigin),
          styleSrc: self(uiOrigin),
          connectSrc: self(apiOrigin),
          imgSrc: ["'self'", 'data:', 'blob:'],
          fontSrc: self(),
          workerSrc: self(),
          manifestSrc: self(),
          baseUri: ["'none'"],
          formAction: self(),
          frameAncestors: ["'none'"],
        },
      },
      strictTransportSecurity: tls ? { maxAge: 63_072_000 } : false,
      referrerPolicy: { policy: 'no-referrer' },
      crossOriginEmbedderPolicy: false,
    })
    app.addHook('onRequest', (_request, reply, next) => {
      reply.headers(headers)
      next()
    })
  },
  { name: 'security-headers' },
)
