import fp from 'fastify-plugin'
import { connectProviders } from './connectable-providers.ts'
import type { EsignProviders } from './esign-providers.ts'

declare module 'fastify' {
  interface FastifyInstance {
    readonly esignProviders: EsignProviders
  }
}

export const esignProviders = fp(async (app) => void app.decorate('esignProviders', connectProviders(app.config)))
