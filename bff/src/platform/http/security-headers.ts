import helmet from '@fastify/helmet'
import fp from 'fastify-plugin'

interface SecurityHeadersOptions {
  tls: boolean
  /** Origins of the API and of shared-ui, in a deployment that gives them hosts of their own. */
  apiOrigin?: string | undefined
  uiOrigin?: string | undefined
}

/**
 * The `Clear-Site-Data` of a logout (W3C Clear Site Data § 3.1): removes pages kept for Back, and answers that an older
 * release let the browser cache. Neither cookies nor storage: staff and clients may share an origin, where one person's
 * logout must not remove another person's login, device cookie or language.
 */
export const clearedAtLogout = '"cache"'

/** Security headers of every answer. The content security policy allows only the product's own files, nothing inline. */
export const securityHeaders = fp(
  async (app, { tls, apiOrigin, uiOrigin }: SecurityHeadersOptions) => {
    const self = (other?: string) => ["'self'", ...(other ? [other] : [])]
    await app.register(helmet, {
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
  },
  { name: 'security-headers' },
)
