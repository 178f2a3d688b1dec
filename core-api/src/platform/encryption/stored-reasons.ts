import { isRevealReasonCode, revealReasonText } from '@agency/contract/reveal-reasons'
import type { FieldCipher } from './field-cipher.ts'

export const declineContext = (id: string) => ({ table: 'declines', id, purpose: 'reason' })

export const deletionContext = (id: string) => ({ table: 'documents', id, purpose: 'reason' })

export const revealContext = (id: string) => ({ table: 'reveal_reasons', id, purpose: 'details' })

/** The encryption context of an envelope's signing, in which earlier releases stored the reason of a decline. */
const signingContext = (id: string) => ({ table: 'envelopes', id, purpose: 'signing' })

/** A reveal's reason as it is stored: its code is the detail of the event, and the details are beside the trail. */
export interface StoredRevealReason {
  id: string
  detail: string | null
  encrypted_reveal_details: Buffer | null
}

/** The actions that show values of a client's record to staff. The detail of such an event is the code of its reason. */
export const revealActions = [
  'client.exported',
  'client.file-downloaded',
  'client.opened',
  'client.field-shown',
  'policy.number-shown',
  'proposal.opened',
  'session.passcode-shown',
] as const
export type RevealAction = (typeof revealActions)[number]

const reveals: ReadonlySet<string> = new Set(revealActions)
export const isReveal = (action: string): boolean => reveals.has(action)

/** Why staff looked at sensitive values, as staff read it. @returns null if the event has no reason */
export function openRevealReason(cipher: FieldCipher, stored: StoredRevealReason): string | null {
  const { id, detail: code, encrypted_reveal_details: encrypted } = stored
  if (code === null || !isRevealReasonCode(code)) return null
  return revealReasonText({ code, details: encrypted === null ? '' : cipher.decrypt(encrypted, revealContext(id)) })
}

export interface StoredDeclineReason {
  decline_id: string | null
  encrypted_decline_reason: Buffer | null
  /** The envelope that was declined, and its signing if the decline has no reason of its own. */
  decline_envelope_id: string | null
  declined_signing: Buffer | null
}

/** Null if no reason is known, as after a decline at the provider. */
export function openDeclineReason(cipher: FieldCipher, stored: StoredDeclineReason): string | null {
  const { decline_id: id, encrypted_decline_reason: reason, decline_envelope_id, declined_signing } = stored
  if (id !== null && reason !== null) return cipher.decrypt(reason, declineContext(id))
  if (decline_envelope_id === null || declined_signing === null) return null
  const signing: { reason?: unknown } = JSON.parse(
    cipher.decrypt(declined_signing, signingContext(decline_envelope_id)),
  )
  return typeof signing.reason === 'string' ? signing.reason : null
}
