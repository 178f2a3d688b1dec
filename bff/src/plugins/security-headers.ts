import helmet from '@fastify/helmet'
import fp from 'fastify-plugin'

const self = ["'self'"]

/** What every answer tells the browser. The pages run on our own files alone: nothing inline, nothing from elsewhere. */
export const securityHeaders = fp(
  async (app, options: { tls: boolean }) => {
    await app.register(helmet, {
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'none'"],
          scriptSrc: self,
          styleSrc: self,
          connectSrc: self,
          imgSrc: ["'self'", 'data:', 'blob:'],
          fontSrc: self,
          workerSrc: self,
          manifestSrc: self,
          baseUri: ["'none'"],
          formAction: self,
          frameAncestors: ["'none'"],
        },
      },
      strictTransportSecurity: options.tls ? { maxAge: 63_072_000 } : false,
      referrerPolicy: { policy: 'no-referrer' },
      crossOriginEmbedderPolicy: false,
    })
  },
  { name: 'security-headers' },
)
