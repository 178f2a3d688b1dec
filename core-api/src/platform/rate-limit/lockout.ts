import type { Database } from '../database/database.ts'
import type { FieldCipher } from '../encryption/field-cipher.ts'
import { TooManyAttempts } from '../errors.ts'
import { networkOf, siteOf } from './caller-network.ts'
import {
  type Counted,
  countAttempt,
  countFailure,
  forgetBucket,
  forgiveAttempt,
  isUnderAttack,
  type Limit,
  secondsBlocked,
} from './rate-limit-repository.ts'

/** An attempt to log in, or a request for a link that sets a password: for which account, and from where. */
export interface Attempt {
  db: Database
  cipher: FieldCipher
  purpose: 'login' | 'passcode' | 'own-password' | 'recovery-code' | 'second-factor' | 'password-reset'
  /** A user name, a session code or the id of a staff member. */
  key: string
  address: string
  /** The id of a browser that has logged in to this account before; undefined for any other browser. */
  knownDevice: string | undefined
}

/** The longest lockout, in seconds. */
const longestWait = 15 * 60
const freeAttempts = 5
/** Free attempts of a network while the account or the network is under attack. */
const freeUnderAttack = 1
/** A provider often gives one customer all networks of a /48 (RFC 6177). */
const freePerSite = 20
/**
 * Second factors that all browsers unknown to an account may enter. A code has six digits and three are valid at a time, so
 * that networks alone do not bound the guesses of whoever has the password. Nobody else can fill this bucket.
 */
const freeCodes = 10
/** Failures in 15 minutes after which an account, or a network, counts as under attack. */
const accountThreshold = 50
const networkThreshold = 60

/** The buckets of an attempt. Their names are keyed digests, so the table holds no personal data. */
function bucketsOf({ cipher, purpose, key, address, knownDevice }: Attempt) {
  const bucket = (...parts: string[]) => cipher.digest(JSON.stringify([purpose, ...parts]))
  const network = networkOf(address)
  const site = siteOf(address)
  return {
    device: knownDevice === undefined ? undefined : bucket('device', key, knownDevice),
    pair: bucket('pair', key, network),
    site: site === undefined ? undefined : bucket('site', key, site),
    codes: purpose === 'second-factor' ? bucket('codes', key) : undefined,
    account: bucket('key', key),
    network: bucket('address', network),
  }
}

/**
 * Applies the rate limit to an attempt, before its password is checked, so that parallel guesses count too. A refused
 * attempt is not counted.
 *
 * A known device has a bucket of its own, which no other caller can fill. Other callers are limited by account and
 * network. The totals of an account and of a network lock nobody out: above their threshold, a network has one free
 * attempt per account instead of five. So the owner's first attempt from a new network is always checked. Second factors
 * are the exception: all unknown browsers share a limit, which only somebody with the password can reach.
 * @returns the lockouts that this attempt starts, in words for the audit trail; `clearLockout` lifts them
 * @throws TooManyAttempts with the seconds to wait
 */
export async function requireNoLockout(attempt: Attempt): Promise<string[]> {
  const buckets = bucketsOf(attempt)
  if (buckets.device) {
    const limit = { bucket: buckets.device, free: freeAttempts, longestWait }
    return lockoutOf('from a known browser', await countOrRefuse(attempt.db, limit))
  }
  return attempt.db.transaction().execute((trx) => countUnknown(trx, buckets))
}

/** Always in this order, in one transaction: an attempt that one limit refuses is not counted by the others. */
async function countUnknown(trx: Database, buckets: ReturnType<typeof bucketsOf>): Promise<string[]> {
  const { pair, site, codes, account, network } = buckets
  const underAttack = await isUnderAttack(trx, [
    { bucket: account, threshold: accountThreshold },
    { bucket: network, threshold: networkThreshold },
  ])
  const free = underAttack ? freeUnderAttack : freeAttempts
  const started = lockoutOf('from this address', await countOrRefuse(trx, { bucket: pair, free, longestWait }))
  if (site) {
    const counted = await countOrRefuse(trx, { bucket: site, free: freePerSite, longestWait })
    started.push(...lockoutOf('from addresses near this one', counted))
  }
  if (codes) {
    const counted = await countOrRefuse(trx, { bucket: codes, free: freeCodes, longestWait })
    started.push(...lockoutOf('codes from unknown browsers', counted))
  }
  if ((await countFailure(trx, account, accountThreshold)) === accountThreshold)
    started.push('from anywhere: one try per address')
  if ((await countFailure(trx, network, networkThreshold)) === networkThreshold)
    started.push('all from this address: one try per account')
  return started
}

/** Counts one attempt. @throws TooManyAttempts while its bucket is blocked */
export async function countOrRefuse(db: Database, limit: Limit): Promise<Counted> {
  const counted = await countAttempt(db, limit)
  if (!counted) throw new TooManyAttempts(await secondsBlocked(db, limit.bucket))
  return counted
}

const lockoutOf = (who: string, { wait }: Counted): string[] => (wait === null ? [] : [`${who}: ${wait} s`])

/** Lifts the lockouts of an attempt that succeeded, and counts it nowhere. */
export async function clearLockout(attempt: Attempt): Promise<void> {
  const { device, pair, site, codes, account, network } = bucketsOf(attempt)
  if (device) return forgetBucket(attempt.db, device)
  await forgetBucket(attempt.db, pair)
  for (const bucket of [site, codes, account, network]) if (bucket) await forgiveAttempt(attempt.db, bucket)
}
