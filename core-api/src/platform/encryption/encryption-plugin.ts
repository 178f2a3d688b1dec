import fp from 'fastify-plugin'
import { FieldCipher } from './field-cipher.ts'
import type { Keyring } from './keyring.ts'

declare module 'fastify' {
  interface FastifyInstance {
    cipher: FieldCipher
  }
}

/** Makes the cipher of single values available to the features. */
export const encryption = fp(
  async (app, { keyring }: { keyring: Keyring }) => {
    app.decorate('cipher', new FieldCipher(keyring))
  },
  { name: 'encryption' },
)
