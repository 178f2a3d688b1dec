import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { envelopeContext } from '../esign/signing/stored-signing.ts'

/** The encryption context of a decline's reason. */
export const declineContext = (id: string) => ({ table: 'declines', id, purpose: 'reason' })

/** A decline's reason as it is stored. */
export interface StoredDeclineReason {
  decline_id: string | null
  encrypted_decline_reason: Buffer | null
  /** The envelope that was declined, and its signing if the decline has no reason of its own. */
  decline_envelope_id: string | null
  declined_signing: Buffer | null
}

/**
 * Decrypts why a client declined. Earlier releases stored the reason in the envelope.
 * @returns null if no reason is known, as after a decline at the provider
 */
export function openDeclineReason(cipher: FieldCipher, stored: StoredDeclineReason): string | null {
  const { decline_id: id, encrypted_decline_reason: reason, decline_envelope_id, declined_signing } = stored
  if (id !== null && reason !== null) return cipher.decrypt(reason, declineContext(id))
  if (decline_envelope_id === null || declined_signing === null) return null
  const signing: { reason?: unknown } = JSON.parse(
    cipher.decrypt(declined_signing, envelopeContext(decline_envelope_id)),
  )
  return typeof signing.reason === 'string' ? signing.reason : null
}
