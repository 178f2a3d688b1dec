import type { Database } from '../../platform/database/database.ts'
import { networkOf } from '../../platform/limits/caller-network.ts'
import { isStaffDevice } from '../../platform/limits/known-device-repository.ts'
import { listAddressesInUse } from './admin-session-repository.ts'

/** The longest login. One that has just ended counts too: logging out first must change nothing. */
const hours = 8

/** Whether staff use this browser, or are logged in from this network or were within the last eight hours. */
export async function isWhereStaffAre(
  db: Database,
  { address, device }: { address: string; device?: string | undefined },
): Promise<boolean> {
  if (device !== undefined && (await isStaffDevice(db, device))) return true
  const network = networkOf(address)
  return (await listAddressesInUse(db, hours)).some((each) => networkOf(each) === network)
}
