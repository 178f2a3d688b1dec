import type { Database } from '../../database/database.ts'
import { TooManyAttempts } from '../../errors.ts'
import type { Sealer } from '../../sealing/sealer.ts'
import { countAttempt, forgetBucket, forgiveAttempt, type Limit, secondsBlocked } from './attempt-repository.ts'
import { networkOf } from './caller-network.ts'

/** What is tried (a user name, a session code) and from where. */
export interface Attempt {
  db: Database
  sealer: Sealer
  purpose: 'login' | 'passcode'
  key: string
  address: string
}

/** Who has to wait, in the words of the audit trail. */
interface NamedLimit extends Limit {
  who: string
}

/**
 * A pair of key and address waits longest. The key alone waits a minute at most, so that a stranger can slow its
 * owner down but never lock them out.
 */
function limitsOf({ sealer, purpose, key, address }: Attempt): [pair: NamedLimit, ...wide: NamedLimit[]] {
  const bucket = (...parts: string[]) => sealer.digest(JSON.stringify([purpose, ...parts]))
  const network = networkOf(address)
  return [
    { bucket: bucket('pair', key, network), free: 5, longestWait: 15 * 60, who: 'from this address' },
    { bucket: bucket('key', key), free: 50, longestWait: 60, who: 'from anywhere' },
    { bucket: bucket('address', network), free: 60, longestWait: 15 * 60, who: 'all from this address' },
  ]
}

/**
 * Counts an attempt before it is checked, so that parallel guesses count too.
 * @returns the waits that it has begun, which stand unless it is a good one: who waits, and for how many seconds
 * @throws TooManyAttempts with the seconds to wait
 */
export async function countAttempts(attempt: Attempt): Promise<string[]> {
  const begun: string[] = []
  for (const limit of limitsOf(attempt)) {
    const counted = await countAttempt(attempt.db, limit)
    if (!counted) throw new TooManyAttempts(await secondsBlocked(attempt.db, limit.bucket))
    if (counted.wait !== null) begun.push(`${limit.who}: ${counted.wait} s`)
  }
  return begun
}

/** The attempt was a good one: it counts against nobody. */
export async function forgiveAttempts(attempt: Attempt): Promise<void> {
  const [pair, ...wide] = limitsOf(attempt)
  await forgetBucket(attempt.db, pair.bucket)
  for (const { bucket } of wide) await forgiveAttempt(attempt.db, bucket)
}
