import fp from 'fastify-plugin'
import { FieldCipher } from './field-cipher.ts'
import type { Keyring } from './keyring.ts'

declare module 'fastify' {
  interface FastifyInstance {
    cipher: FieldCipher
  }
}

/** Decorates the app with the cipher of single values. */
export const encryption = fp(
  async (app, { keyring }: { keyring: Keyring }) => {
    app.decorate('cipher', new FieldCipher(keyring))
  },
  { name: 'encryption' },
)
