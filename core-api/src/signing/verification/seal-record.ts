import type { AuditKey } from '../../platform/audit-trail/audit-key.ts'
import { readVerifiedEvents } from '../../platform/audit-trail/audit-service.ts'
import type { Database } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { envelopeContext, type Signing } from '../client-signing/stored-signing.ts'
import { listSealedEnvelopes, type SealedEnvelope, updateEnvelope } from '../envelopes/envelope-repository.ts'

export interface SealFacts {
  envelope_id: string
  sha256: Buffer
  /** The name that the signer confirmed, or that was sent to the provider. */
  signer: string | null
  signed_at: string
  completed_at: string
  pages: number | null
}

const recordOf = ({ sha256, ...facts }: SealFacts) => ({ ...facts, sha256: sha256.toString('hex') })

export const sealMac = (key: AuditKey, facts: SealFacts): Buffer => key.mac('sealed-document', recordOf(facts))

export const sealMacFits = (key: AuditKey, facts: SealFacts, mac: Buffer | null): boolean =>
  key.fits(mac, 'sealed-document', recordOf(facts))

export const sealedDetail = (sha256: string): string => `SHA-256 ${sha256}`

/** @throws when the stored signing was altered */
export function signerOf(cipher: FieldCipher, id: string, encrypted_signing: Buffer | null): string | null {
  const signing: Pick<Signing, 'name'> | undefined =
    encrypted_signing && JSON.parse(cipher.decrypt(encrypted_signing, envelopeContext(id)))
  return signing?.name ?? null
}

/** @throws when the stored signing was altered */
export function factsOf(cipher: FieldCipher, envelope: SealedEnvelope): SealFacts {
  const { envelope_id, sha256, encrypted_signing, signed_at, completed_at, pages } = envelope
  const signer = signerOf(cipher, envelope_id, encrypted_signing)
  return { envelope_id, sha256, signer, signed_at, completed_at, pages }
}

/** Reads the trail, not the row: `contradicted` when it has no valid seal event, or disagrees. */
export async function stateByTrail(db: Database, key: AuditKey, envelope: SealedEnvelope) {
  const events = await readVerifiedEvents(db, key, envelope.session_form_id, ['sealed', 'voided'])
  const detail = sealedDetail(envelope.sha256.toString('hex'))
  const sealed = events.find((event) => event.action === 'sealed' && event.detail === detail)
  if (!sealed?.holds) return 'contradicted'
  const later = events.filter(({ action, position }) => action === 'voided' && position > sealed.position)
  const isVoided = later.length > 0
  const agrees = isVoided === (envelope.status === 'voided') && later.every(({ holds }) => holds)
  if (!agrees) return 'contradicted'
  return isVoided ? 'voided' : 'sealed'
}

/** A batch of sealed documents by envelope id, and those that do not match their keyed record. */
export async function verifySealRecords(
  { db, key, cipher }: { db: Database; key: AuditKey; cipher: FieldCipher },
  options: { after: string | undefined; clientId: string | undefined; limit: number },
) {
  const envelopes = await listSealedEnvelopes(db, options)
  const broken = envelopes.filter((envelope) => !holds(key, cipher, envelope))
  return {
    ids: envelopes.map(({ envelope_id }) => envelope_id),
    broken: broken.map(({ envelope_id }) => envelope_id),
  }
}

function holds(key: AuditKey, cipher: FieldCipher, envelope: SealedEnvelope): boolean {
  try {
    return sealMacFits(key, factsOf(cipher, envelope), envelope.seal_mac)
  } catch {
    return false
  }
}

/** Keys an older release's seals where the trail agrees, while the key accepts records without a key. */
export async function carryOverSeals(db: Database, key: AuditKey, cipher: FieldCipher): Promise<void> {
  if (!key.accepts(new Date())) return
  for (let after: string | undefined; ; ) {
    const envelopes = await listSealedEnvelopes(db, { after, clientId: undefined, limit: 200, unrecorded: true })
    for (const envelope of envelopes) {
      if ((await stateByTrail(db, key, envelope)) === 'contradicted') continue
      await updateEnvelope(db, envelope.envelope_id, { seal_mac: sealMac(key, factsOf(cipher, envelope)) })
    }
    after = envelopes.at(-1)?.envelope_id
    if (after === undefined) return
  }
}
