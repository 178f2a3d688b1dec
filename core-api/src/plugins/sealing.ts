import fp from 'fastify-plugin'
import { Sealer } from '../sealing/sealer.ts'

declare module 'fastify' {
  interface FastifyInstance {
    sealer: Sealer
  }
}

/** Makes the sealer of small values available to the features. */
export const sealing = fp(
  async (app, options: { masterKey: Buffer }) => {
    app.decorate('sealer', new Sealer(options.masterKey))
  },
  { name: 'sealing' },
)
