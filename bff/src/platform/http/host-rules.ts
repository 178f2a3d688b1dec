import fp from 'fastify-plugin'

const portalPath = /^\/session(?:[/?]|$)/
const knownPath = /^\/(?:admin|session|docs)(?:[/?]|$)|^\/(?:healthz|readyz)(?:\?|$)/

/**
 * The same rules as nginx has. On a client-facing host nothing but `/session/*` is served: all else goes to the
 * agency's website. On other hosts what is neither `/admin/*`, `/session/*` nor the API's
 * description under `/docs` goes to the login screen.
 */
export const hostRules = fp(
  async (app, options: { clientHosts: readonly string[]; website: string }) => {
    app.addHook('onRequest', async (request, reply) => {
      // A final dot names the same host (RFC 1034 § 3.1).
      const host = request.hostname.toLowerCase().replace(/\.$/, '')
      if (options.clientHosts.includes(host)) {
        if (!portalPath.test(request.url)) return reply.redirect(options.website, 302)
      } else if (!knownPath.test(request.url)) return reply.redirect('/admin/login', 302)
    })
  },
  { name: 'host-rules' },
)
