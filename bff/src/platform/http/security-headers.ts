import helmet from '@fastify/helmet'
import fp from 'fastify-plugin'

interface SecurityHeadersOptions {
  tls: boolean
  /** Where the API and shared-ui are, in a deployment that gives them hosts of their own. */
  apiOrigin?: string | undefined
  uiOrigin?: string | undefined
}

/**
 * The `Clear-Site-Data` of a logout (W3C Clear Site Data § 3.1): what a release that did not forbid caching left on the
 * disk, and pages kept for Back. Neither cookies nor storage: staff and clients may share an origin, where a staff
 * member's login, device cookie and language outlive another person's logout.
 */
export const clearedAtLogout = '"cache"'

/** What every answer tells the browser. The pages run on our own files alone: nothing inline, nothing from elsewhere. */
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
