import { securitySchemes } from '@agency/contract/api-description'
import swagger from '@fastify/swagger'
import fp from 'fastify-plugin'

declare module 'fastify' {
  interface FastifySchema {
    /** Under which base paths the call can be made. */
    servers?: readonly { url: string }[]
  }
}

const basePath = /^\/(?:admin|session)\/_api(?=\/)/

/** Describes this service's own calls, in OpenAPI 3.1, from their schemas. What is passed on, and pages, have none. */
export const ownDescription = fp(
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
  { name: 'own-description' },
)
