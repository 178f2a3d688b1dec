import type { Database } from '../database/database.ts'
import { isKnownToAdmin, isKnownToSession } from './device-repository.ts'

export {
  forgetAdminDevices,
  forgetSessionDevices,
  rememberAdminDevice,
  rememberSessionDevice,
} from './device-repository.ts'

type Device = string | undefined

/** The id of a browser, if it has logged in to the account of this user name before. */
export async function knownToAdmin(db: Database, device: Device, username: string): Promise<Device> {
  return (await isKnownToAdmin(db, device, username)) ? device : undefined
}

/** The id of a browser, if it has opened the session of this code before. */
export async function knownToSession(db: Database, device: Device, code: string): Promise<Device> {
  return (await isKnownToSession(db, device, code)) ? device : undefined
}
