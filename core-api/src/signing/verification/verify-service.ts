import type { Verification } from '@agency/contract/esign'
import type { AuditKey } from '../../platform/audit-trail/audit-key.ts'
import { isRecorded } from '../../platform/audit-trail/audit-service.ts'
import type { Database } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { findSealedByHash, type SealedEnvelope } from '../envelopes/envelope-repository.ts'
import { factsOf, sealedDetail, sealMacFits, stateByTrail } from './seal-record.ts'

interface VerifyContext {
  db: Database
  cipher: FieldCipher
  auditKey: AuditKey
}

const altered: Verification = { known: false, record_altered: true }

/** The keyed record and the audit trail must agree; otherwise the record is reported as altered. */
export async function verifySealed(context: VerifyContext, sha256: Buffer): Promise<Verification> {
  const sealed = await findSealedByHash(context.db, sha256)
  if (sealed) return verifyEnvelope(context, sealed)
  // The trail also knows sealed documents whose file is gone.
  const wasSealed = await isRecorded(context.db, 'sealed', sealedDetail(sha256.toString('hex')))
  return wasSealed ? altered : { known: false }
}

async function verifyEnvelope({ db, cipher, auditKey }: VerifyContext, envelope: SealedEnvelope) {
  const facts = readFacts(cipher, envelope)
  if (!facts || !sealMacFits(auditKey, facts, envelope.seal_mac)) return altered
  const state = await stateByTrail(db, auditKey, envelope)
  if (state === 'contradicted') return altered
  const { sha256: _sha256, ...stated } = facts
  return { known: true as const, ...stated, voided: state === 'voided' }
}

/** @returns undefined when the stored signing was altered */
function readFacts(cipher: FieldCipher, envelope: SealedEnvelope) {
  try {
    return factsOf(cipher, envelope)
  } catch {
    return undefined
  }
}
