import type { Database, Transaction } from '../database/database.ts'
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
 * Three of a million codes are valid at a time, so that limits by network do not bound the guesses of somebody with the
 * password. Nobody else can fill this bucket.
 */
const freeCodes = 10
/** Failures in 15 minutes after which an account, or a network, counts as under attack. */
const accountThreshold = 50
const networkThreshold = 60

/** An attempt that was counted, and not refused. */
export interface CountedAttempt {
  /** The lockouts that it starts, in words for the audit trail. */
  lockouts: string[]
  /** Says that its network exceeded its threshold: the trail no longer holds its attempts on unknown accounts. */
  isFlood: boolean
}

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
 * Counts an attempt, or refuses it: before the password is checked, so that parallel guesses count too. A known device
 * has its own bucket, which no other caller can fill. Above the totals of an account or network, a network has one free
 * attempt per account, so the owner's first one from a new network is always checked.
 * @returns the lockouts that this attempt starts; `clearLockout` lifts them
 * @throws TooManyAttempts
 */
export async function admitAttempt(attempt: Attempt): Promise<CountedAttempt> {
  const buckets = bucketsOf(attempt)
  if (buckets.device) {
    const limit = { bucket: buckets.device, free: freeAttempts, longestWait }
    return { lockouts: lockoutOf('from a known browser', await countOrRefuse(attempt.db, limit)), isFlood: false }
  }
  return attempt.db.transaction().execute((trx) => countUnknown(trx, buckets))
}

/** Always in this order, in one transaction: an attempt that one limit refuses is not counted by the others. */
async function countUnknown(trx: Transaction, buckets: ReturnType<typeof bucketsOf>): Promise<CountedAttempt> {
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
  const ofNetwork = await countFailure(trx, network, networkThreshold)
  if (ofNetwork === networkThreshold) started.push('all from this address: one try per account')
  return { lockouts: started, isFlood: ofNetwork > networkThreshold }
}

/** Counts without locking out. @returns `isLast` for the last one of a network that is recorded, `isFlood` after it */
export async function countRefusal(
  { db, cipher }: Pick<Attempt, 'db' | 'cipher'>,
  { what, address }: { what: string; address: string },
): Promise<{ isFlood: boolean; isLast: boolean }> {
  const bucket = cipher.digest(JSON.stringify(['refusal', what, networkOf(address)]))
  const count = await countFailure(db, bucket, networkThreshold)
  return { isFlood: count > networkThreshold, isLast: count === networkThreshold }
}

/** @throws TooManyAttempts while its bucket is blocked */
export async function countOrRefuse(db: Database, limit: Limit): Promise<Counted> {
  const counted = await countAttempt(db, limit)
  if (!counted) throw new TooManyAttempts(await secondsBlocked(db, limit.bucket))
  return counted
}

const lockoutOf = (who: string, { wait }: Counted): string[] => (wait === null ? [] : [`${who}: ${wait} s`])

export async function clearLockout(attempt: Attempt): Promise<void> {
  const { device, pair, site, codes, account, network } = bucketsOf(attempt)
  if (device) return forgetBucket(attempt.db, device)
  await forgetBucket(attempt.db, pair)
  for (const bucket of [site, codes, account, network]) if (bucket) await forgiveAttempt(attempt.db, bucket)
}

const loginPurposes = ['login', 'recovery-code', 'second-factor'] as const

/**
 * Lockouts at other addresses end within 15 minutes.
 * @param purposes what is lifted; without `second-factor`, the guesses of codes stay bounded
 */
export async function liftLockouts(
  { db, cipher }: Pick<Attempt, 'db' | 'cipher'>,
  username: string,
  addresses: readonly string[],
  purposes: readonly Attempt['purpose'][] = loginPurposes,
): Promise<void> {
  const key = username.toLowerCase()
  for (const purpose of purposes) {
    for (const address of addresses) {
      const { pair, site, codes, account } = bucketsOf({ db, cipher, purpose, key, address, knownDevice: undefined })
      for (const bucket of [pair, site, codes, account]) if (bucket) await forgetBucket(db, bucket)
    }
  }
}
