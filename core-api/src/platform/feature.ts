import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyPluginAsync } from 'fastify'
import type { Transaction } from './database/database.ts'

export interface Feature {
  readonly plugins: readonly (FastifyPluginAsync | FastifyPluginAsyncTypebox)[]
  /** What archiving a client does to its rows, in the same transaction. */
  readonly archives?: (trx: Transaction, clientId: string) => Promise<void>
}

declare module 'fastify' {
  interface FastifyInstance {
    readonly features: readonly Feature[]
  }
}
