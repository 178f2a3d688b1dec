import type { Database } from '../../platform/database/database.ts'
import { WrongState } from '../../platform/errors.ts'
import { listOtherPowerAdmins } from './admin-repository.ts'
import { mayUsePassword, type PasswordLogin } from './password-login.ts'

export interface LoginWays {
  passwordLogin: PasswordLogin
  /** Of the configured OpenID providers. */
  issuers: readonly string[]
}

export const loginWaysOf = (config: PasswordLogin & { oidcProviders: readonly { issuer: string }[] }): LoginWays => ({
  passwordLogin: config,
  issuers: config.oidcProviders.map(({ issuer }) => issuer),
})

/** Counts a permitted password or passkey, and a provider that did not refuse them. Call it with all admins locked. */
export async function hasOtherPowerAdmin(
  db: Database,
  id: string,
  { passwordLogin, issuers }: LoginWays,
): Promise<boolean> {
  const others = await listOtherPowerAdmins(db, id, issuers)
  return others.some(
    ({ username, has_own_login, has_provider }) =>
      has_provider || (has_own_login && mayUsePassword(passwordLogin, username)),
  )
}

/** @throws WrongState if nobody else with power access can log in */
export async function requireOtherPowerAdmin(db: Database, id: string, ways: LoginWays): Promise<void> {
  if (await hasOtherPowerAdmin(db, id, ways)) return
  throw new WrongState(
    'This is the last admin with power access who can log in. Give another admin power access first.',
  )
}

/** @throws WrongState for the emergency account: its password works for the user name in the settings alone */
export function requireNoBreakGlass({ passwordLogin }: LoginWays, present: string, username: string): void {
  const { STAFF_BREAK_GLASS } = passwordLogin
  const isNamed = (name: string) => STAFF_BREAK_GLASS?.toLowerCase() === name.toLowerCase()
  if (isNamed(present) && !isNamed(username))
    throw new WrongState(
      'This is the emergency account of the setting STAFF_BREAK_GLASS. Change the setting before its user name.',
    )
}
