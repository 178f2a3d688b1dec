import fp from 'fastify-plugin'
import { Sealer } from './field-cipher.ts'
import type { Keyring } from './keyring.ts'

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
