import { signDetached } from '@agency/pdf-signing/detached-signature'
import { timeStampAuthority } from '@agency/pdf-signing/time-stamp'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { auditTrail, type TrailOptions } from '../../audit/verification/audit-trail-plugin.ts'
import { carryOverSeals, verifySealRecords } from './seal-record.ts'

function sealedTrail({ db, cipher, sealKeys, auditKey, config }: FastifyInstance): TrailOptions {
  const { TSA_URL: tsaUrl } = config
  const authority = tsaUrl === undefined ? undefined : timeStampAuthority(tsaUrl)
  return {
    sign: (statement, at) => signDetached(statement, sealKeys.current, at),
    timeStamp: authority && ((digest) => authority.timestamp(digest, 'SHA-256')),
    verifyDocuments: (on, key, options) => verifySealRecords({ db: on, key, cipher }, options),
    carryOverRecords: () => carryOverSeals(db, auditKey, cipher),
  }
}

export const sealedAuditTrail = fp(async (app) => void (await app.register(auditTrail, sealedTrail(app))))
