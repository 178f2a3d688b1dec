import type { Database } from '../database/database.ts'
import type { FieldCipher } from '../encryption/field-cipher.ts'
import { TooManyAttempts } from '../errors.ts'
import {
  type Counted,
  countAttempt,
  countFailure,
  forgetBucket,
  forgiveAttempt,
  isUnderAttack,
  type Limit,
  secondsBlocked,
} from './attempt-repository.ts'
import { networkOf, siteOf } from './caller-network.ts'

/** What is tried (a user name, a session code) and from where. */
export interface Attempt {
  db: Database
  cipher: FieldCipher
  purpose: 'login' | 'passcode' | 'own-password'
  key: string
  address: string
  /** The id of a browser that has logged in to this very account before; undefined for any other browser. */
  knownDevice: string | undefined
}

/** Seconds. */
const longestWait = 15 * 60
const freeTries = 5
/** Free tries of a network while the account, or all that is tried from the network, is under attack. */
const freeUnderAttack = 1
/** One customer of a provider often has all networks of a /48 (RFC 6177). */
const freePerSite = 20
/** Wrong tries in 15 minutes that make an account count as under attack, and a network as attacking. */
const accountThreshold = 50
const networkThreshold = 60

/** The buckets of an attempt: keyed digests of what is tried and from where. */
function bucketsOf({ cipher, purpose, key, address, knownDevice }: Attempt) {
  const bucket = (...parts: string[]) => cipher.digest(JSON.stringify([purpose, ...parts]))
  const network = networkOf(address)
  const site = siteOf(address)
  return {
    device: knownDevice === undefined ? undefined : bucket('device', key, knownDevice),
    pair: bucket('pair', key, network),
    site: site === undefined ? undefined : bucket('site', key, site),
    account: bucket('key', key),
    network: bucket('address', network),
  }
}

/**
 * Counts an attempt before it is checked, so that parallel guesses count too. A refused attempt counts nowhere.
 *
 * A known device has a bucket of its own, which no other caller can fill. Any other caller is limited by account and
 * network. The totals of an account and of a network refuse nobody: beyond their threshold each network has one try
 * per account instead of five, so that the owner's first try on a fresh network is always looked at.
 * @returns the waits that it has begun, which stand unless it is a good one: who waits, and for how many seconds
 * @throws TooManyAttempts with the seconds to wait
 */
export async function countAttempts(attempt: Attempt): Promise<string[]> {
  const buckets = bucketsOf(attempt)
  if (buckets.device) {
    const limit = { bucket: buckets.device, free: freeTries, longestWait }
    return waitOf('from a known browser', await countOrRefuse(attempt.db, limit))
  }
  return attempt.db.transaction().execute((trx) => countUnknown(trx, buckets))
}

/** In a transaction, always in this order: what one limit refuses is not counted by the others. */
async function countUnknown(trx: Database, buckets: ReturnType<typeof bucketsOf>): Promise<string[]> {
  const { pair, site, account, network } = buckets
  const underAttack = await isUnderAttack(trx, [
    { bucket: account, threshold: accountThreshold },
    { bucket: network, threshold: networkThreshold },
  ])
  const free = underAttack ? freeUnderAttack : freeTries
  const begun = waitOf('from this address', await countOrRefuse(trx, { bucket: pair, free, longestWait }))
  if (site) {
    const counted = await countOrRefuse(trx, { bucket: site, free: freePerSite, longestWait })
    begun.push(...waitOf('from addresses near this one', counted))
  }
  if ((await countFailure(trx, account, accountThreshold)) === accountThreshold)
    begun.push('from anywhere: one try per address')
  if ((await countFailure(trx, network, networkThreshold)) === networkThreshold)
    begun.push('all from this address: one try per account')
  return begun
}

async function countOrRefuse(db: Database, limit: Limit): Promise<Counted> {
  const counted = await countAttempt(db, limit)
  if (!counted) throw new TooManyAttempts(await secondsBlocked(db, limit.bucket))
  return counted
}

const waitOf = (who: string, { wait }: Counted): string[] => (wait === null ? [] : [`${who}: ${wait} s`])

/** The attempt was a good one: it counts against nobody. */
export async function forgiveAttempts(attempt: Attempt): Promise<void> {
  const { device, pair, site, account, network } = bucketsOf(attempt)
  if (device) return forgetBucket(attempt.db, device)
  await forgetBucket(attempt.db, pair)
  for (const bucket of [site, account, network]) if (bucket) await forgiveAttempt(attempt.db, bucket)
}
