import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyPluginAsync } from 'fastify'
import type { Transaction } from './database/database.ts'

/** What a feature declares in its `<feature>.feature.ts`. Its settings and services are on the app. */
export interface Feature {
  /** They register its routes, jobs, messages and health checks, and decorate the app for the features after it. */
  readonly plugins: readonly (FastifyPluginAsync | FastifyPluginAsyncTypebox)[]
  /** What archiving a client does to its rows, in the same transaction. */
  readonly archives?: (trx: Transaction, clientId: string) => Promise<void>
}

declare module 'fastify' {
  interface FastifyInstance {
    readonly features: readonly Feature[]
  }
}
