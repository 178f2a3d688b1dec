import type { Database } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { isStaffDevice } from '../../platform/limits/known-device-repository.ts'
import { countOrRefuse } from '../../platform/limits/lockout.ts'
import { countFromNetwork, forgiveNetwork } from '../../platform/limits/network-limit.ts'
import { forgetBucket } from '../../platform/limits/rate-limit-repository.ts'

/** Logins that a known browser, or all unknown browsers of a network, may begin in 15 minutes. Each stores a row. */
const free = 60
/** The longest wait of a known browser, in seconds. */
const longestWait = 60

interface Beginner {
  address: string
  device: string
}

/** Counts by known browser, else by network: a stranger in an office delays only browsers that had no login. */
export async function loginCounter(
  { db, cipher }: { db: Database; cipher: FieldCipher },
  { address, device }: Beginner,
) {
  const isKnown = await isStaffDevice(db, device)
  if (!isKnown) {
    const network = { db, cipher, what: 'oidc', address }
    return { count: () => countFromNetwork({ ...network, free }), forgive: () => forgiveNetwork(network) }
  }
  const bucket = cipher.digest(JSON.stringify(['oidc', 'device', device]))
  return {
    count: () => countOrRefuse(db, { bucket, free, longestWait }),
    forgive: () => forgetBucket(db, bucket),
  }
}
