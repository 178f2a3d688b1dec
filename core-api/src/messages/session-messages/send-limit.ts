import type { MessageChannel } from '@agency/contract/messages'
import { addressFor, getContact } from '../../clients/record/client-service.ts'
import type { Database } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { TooManyAttempts, TooManyMessages } from '../../platform/errors.ts'
import { countOrRefuse } from '../../platform/limits/lockout.ts'
import type { SessionRow } from '../../sessions/sessions/session-repository.ts'

/** Before each further one has to wait longer, in 15 minutes: presses of Send for a session, and messages to an address. */
const free = { session: 3, address: 10 }
/** In seconds, as for codes. */
const longestWait = 3_600

const bucketOf = (cipher: FieldCipher, ...parts: string[]) => cipher.digest(JSON.stringify(['send', ...parts]))

/** One transaction: what one limit refuses is not counted by the other. @throws TooManyMessages */
export async function countSending(
  { db, cipher }: { db: Database; cipher: FieldCipher },
  { id, client_id }: Pick<SessionRow, 'id' | 'client_id'>,
  channels: readonly (MessageChannel | 'none')[],
): Promise<void> {
  const used = channels.filter((channel) => channel !== 'none')
  if (used.length === 0) return
  const contact = await getContact({ db, cipher }, client_id)
  const addresses = used.map((channel) => addressFor(contact, channel)).filter((address) => address !== null)
  await countMessage(db, { bucket: bucketOf(cipher, 'session', id), free: free.session })
  for (const address of addresses) await countToAddress({ db, cipher }, address)
}

/** Whoever causes it. Lock the session first. @throws TooManyMessages */
export async function countToAddress(
  { db, cipher }: { db: Database; cipher: FieldCipher },
  address: string,
): Promise<void> {
  await countMessage(db, { bucket: bucketOf(cipher, 'address', address.toLowerCase()), free: free.address })
}

async function countMessage(db: Database, limit: { bucket: Buffer; free: number }): Promise<void> {
  try {
    await countOrRefuse(db, { ...limit, longestWait })
  } catch (error) {
    throw error instanceof TooManyAttempts ? new TooManyMessages(error.retryAfter) : error
  }
}
