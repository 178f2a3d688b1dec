import type { MessageChannel } from '@agency/contract/messages'
import type { CodeDestinations } from '@agency/contract/signing-codes'
import { addressesOf } from '../../clients/record/client-addresses.ts'
import type { Database } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { maskDestination } from '../../platform/outbox/outbox-service.ts'
import { storeDestinations } from './session-repository.ts'

export interface Destinations {
  email: string | null
  phone: string | null
}

interface Holder {
  id: string
  primary_email: string | null
  primary_phone: string | null
  encrypted_code_destinations: Buffer | null
  code_destinations_changed_at: string | null
}

const contextOf = (id: string) => ({ table: 'sessions', id, purpose: 'code-destinations' })
/** The stored destinations; undefined for a session of an earlier release, until a code is asked for. */
export function readDestinations(cipher: FieldCipher, { id, encrypted_code_destinations }: Holder) {
  if (!encrypted_code_destinations) return undefined
  const stored: Destinations = JSON.parse(cipher.decrypt(encrypted_code_destinations, contextOf(id)))
  return stored
}

/** @param isChange after the session was started and sent: the certificate states it */
export async function takeDestinations(
  { db, cipher }: { db: Database; cipher: FieldCipher },
  holder: Holder,
  { isChange }: { isChange: boolean },
): Promise<Destinations> {
  const destinations = addressesOf(holder)
  const encrypted = cipher.encrypt(JSON.stringify(destinations), contextOf(holder.id))
  await storeDestinations(db, holder.id, encrypted, isChange)
  return destinations
}

export function isDestination(
  cipher: FieldCipher,
  holder: Holder,
  { channel, to }: { channel: MessageChannel; to: string },
): boolean {
  const stored = readDestinations(cipher, holder)
  return to === (channel === 'email' ? stored?.email : stored?.phone)
}

export function isCurrent(stored: Destinations, holder: Holder): boolean {
  const recorded = addressesOf(holder)
  return stored.email === recorded.email && stored.phone === recorded.phone
}

export function describeDestinations(cipher: FieldCipher, holder: Holder): CodeDestinations | undefined {
  const stored = readDestinations(cipher, holder)
  if (!stored) return undefined
  return {
    email: stored.email && maskDestination('email', stored.email),
    phone: stored.phone && maskDestination('text', stored.phone),
    is_current: isCurrent(stored, holder),
    changed_at: holder.code_destinations_changed_at,
  }
}
