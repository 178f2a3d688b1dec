import fp from 'fastify-plugin'
import type { Feature } from '../../platform/feature.ts'
import { envelopeSettings } from '../envelopes/envelope-service.ts'
import { envelopeRoutes } from './envelope-routes.ts'
import { endReplacedEnvelope } from './void-envelope.ts'

const envelopeEnding = fp(async (app) => {
  const context = { ...envelopeSettings(app), db: app.db, cipher: app.cipher }
  app.decorate('endReplaced', (principal, id) => endReplacedEnvelope({ ...context, principal }, id))
})

export const staffActions: Feature = { plugins: [envelopeEnding, envelopeRoutes] }
