import type { Database } from '../database/database.ts'
import type { FieldCipher } from '../encryption/field-cipher.ts'
import { networkOf } from './caller-network.ts'
import { countOrRefuse } from './lockout.ts'
import { forgiveAttempt } from './rate-limit-repository.ts'

/** The longest lockout of a network, in seconds. It is short because a stranger causes it for everybody on the network. */
const longestWait = 60

interface FromNetwork {
  db: Database
  cipher: FieldCipher
  /** What is limited, such as `password-reset`. */
  what: string
  address: string
}

const bucketOf = ({ cipher, what, address }: FromNetwork) =>
  cipher.digest(JSON.stringify(['network', what, networkOf(address)]))

/** @throws TooManyAttempts above `free` in 15 minutes */
export async function countFromNetwork(from: FromNetwork & { free: number }): Promise<void> {
  await countOrRefuse(from.db, { bucket: bucketOf(from), free: from.free, longestWait })
}

/** Subtracts a call that turned out to be of somebody with the right to it, and lifts the lockout of the network. */
export const forgiveNetwork = (from: FromNetwork): Promise<void> => forgiveAttempt(from.db, bucketOf(from))
