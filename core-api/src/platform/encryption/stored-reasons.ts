import type { FieldCipher } from './field-cipher.ts'

/** The encryption context of a decline's reason. */
export const declineContext = (id: string) => ({ table: 'declines', id, purpose: 'reason' })

/** The encryption context of the reason for deleting a filed document. */
export const deletionContext = (id: string) => ({ table: 'documents', id, purpose: 'reason' })

/** The encryption context of an envelope's signing, in which earlier releases stored the reason of a decline. */
const signingContext = (id: string) => ({ table: 'envelopes', id, purpose: 'signing' })

/** A decline's reason as it is stored. */
export interface StoredDeclineReason {
  decline_id: string | null
  encrypted_decline_reason: Buffer | null
  /** The envelope that was declined, and its signing if the decline has no reason of its own. */
  decline_envelope_id: string | null
  declined_signing: Buffer | null
}

/**
 * Decrypts why a client declined.
 * @returns null if no reason is known, as after a decline at the provider
 */
export function openDeclineReason(cipher: FieldCipher, stored: StoredDeclineReason): string | null {
  const { decline_id: id, encrypted_decline_reason: reason, decline_envelope_id, declined_signing } = stored
  if (id !== null && reason !== null) return cipher.decrypt(reason, declineContext(id))
  if (decline_envelope_id === null || declined_signing === null) return null
  const signing: { reason?: unknown } = JSON.parse(
    cipher.decrypt(declined_signing, signingContext(decline_envelope_id)),
  )
  return typeof signing.reason === 'string' ? signing.reason : null
}
