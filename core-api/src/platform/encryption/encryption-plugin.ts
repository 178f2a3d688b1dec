import fp from 'fastify-plugin'
import { FieldCipher } from './field-cipher.ts'
import type { Keyring } from './keyring.ts'

declare module 'fastify' {
  interface FastifyInstance {
    cipher: FieldCipher
    keyring: Keyring
  }
}

export const encryption = fp(
  async (app, { keyring }: { keyring: Keyring }) => {
    app.decorate('keyring', keyring)
    app.decorate('cipher', new FieldCipher(keyring))
  },
  { name: 'encryption' },
)
