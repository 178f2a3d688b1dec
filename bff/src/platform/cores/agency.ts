import { PublicAgency, unnamedAgency } from '@agency/contract/agency'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { Value } from 'typebox/value'

declare module 'fastify' {
  interface FastifyInstance {
    /** What pages show of the agency: as core-api has it now, or as it was last read while core-api does not answer. */
    readAgency(request: FastifyRequest): Promise<PublicAgency>
  }
}

/** In ms: a page without the newest name is better than none. */
const timeLimit = 2_000

/** Asks core-api for the agency's name and looks, so that a change of them is in force at once. */
export const agency = fp(
  async (app) => {
    let last: PublicAgency = { name: unnamedAgency, phone: null, website: null, logo: null, theme: null }
    app.decorate('readAgency', async (request: FastifyRequest) => {
      const { principalKind } = request
      const as = { kind: 'nobody', address: request.ip } as const
      try {
        const { status, body } = await app.askCore(request, as, { method: 'GET', path: '/agency', timeLimit })
        if (status === 200 && Value.Check(PublicAgency, body)) last = body
      } catch (error) {
        request.log.warn({ err: error }, 'core-api did not say what the agency is called')
      }
      // The request is somebody else's than this question about the agency.
      request.principalKind = principalKind
      return last
    })
  },
  { name: 'agency', dependencies: ['core-client'] },
)
