import fp from 'fastify-plugin'
import type { Keyring } from '../sealing/keyring.ts'
import { Sealer } from '../sealing/sealer.ts'

declare module 'fastify' {
  interface FastifyInstance {
    sealer: Sealer
  }
}

/** Makes the sealer of small values available to the features. */
export const sealing = fp(
  async (app, { keyring }: { keyring: Keyring }) => {
    app.decorate('sealer', new Sealer(keyring))
  },
  { name: 'sealing' },
)
