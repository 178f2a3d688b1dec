import fp from 'fastify-plugin'

const portalPath = /^\/session(?:[/?]|$)/
const knownPath = /^\/(?:admin|session|docs)(?:[/?]|$)|^\/(?:healthz|readyz|version)(?:\?|$)/

/** Applies nginx's host rules (nginx/templates/router.conf.template): a client-facing host serves only `/session/*`. */
export const hostRules = fp(
  async (app, options: { clientHosts: readonly string[] }) => {
    app.addHook('onRequest', async (request, reply) => {
      // A host name with a final dot is the same host (RFC 1034 § 3.1).
      const host = request.hostname.toLowerCase().replace(/\.$/, '')
      if (options.clientHosts.includes(host)) {
        if (portalPath.test(request.url)) return
        const { website } = await app.readAgency(request)
        return reply.redirect(website ?? '/session/', 302)
      }
      if (!knownPath.test(request.url)) return reply.redirect('/admin/login', 302)
    })
  },
  { name: 'host-rules' },
)
