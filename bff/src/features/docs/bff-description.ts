import { securitySchemes } from '@agency/contract/api-description'
import swagger from '@fastify/swagger'
import fp from 'fastify-plugin'

declare module 'fastify' {
  interface FastifySchema {
    servers?: readonly { url: string }[]
  }
}

const basePath = /^\/(?:admin|session)\/_api(?=\/)/

/** The OpenAPI 3.1 document of this service's own calls, from their schemas. Proxied calls and pages are not in it. */
export const bffDescription = fp(
  async (app) => {
    await app.register(swagger, {
      openapi: {
        openapi: '3.1.0',
        info: { title: 'Agency portal', version: '1' },
        components: { securitySchemes },
      },
      convertConstToEnum: false,
      transform: ({ url, schema = {} }) => {
        const server = basePath.exec(url)?.[0] ?? '/'
        const hide = schema.operationId === undefined
        return { url: url.replace(basePath, ''), schema: { ...schema, hide, servers: [{ url: server }] } }
      },
    })
  },
  { name: 'bff-description' },
)
