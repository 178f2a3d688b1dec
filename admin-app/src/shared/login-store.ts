import { adminRoles } from '@agency/contract/admin-roles'
import type { AdminRole, LoggedInAdmin } from '@agency/contract/admins'
import { flushSync } from 'react-dom'
import { create } from 'zustand'
import { readStored, writeStored } from './browser-storage'

/** The local-storage keys of a staff member's session. */
export const loginKeys = {
  token: 'adminToken',
  firstName: 'adminFirstName',
  lastName: 'adminLastName',
  username: 'adminUsername',
  role: 'adminRole',
  /** Only until the owner of the first admin account has set it up. */
  setup: 'adminSetup',
  /** Only while a second factor is to be set up. */
  secondFactor: 'adminSecondFactor',
} as const

/** `asked`: the set-up dialog is open. `later`: it was postponed. */
type Setup = 'asked' | 'later'

/** `required`: nothing else can be done before. `offered`: it may be postponed. */
type SecondFactor = 'required' | 'offered'

export interface StoredLogin {
  readonly token: string
  readonly firstName: string
  readonly lastName: string
  readonly username: string
  readonly role: AdminRole
  readonly setup: Setup | null
  readonly secondFactor: SecondFactor | null
}

interface LoginState {
  readonly login: StoredLogin | null
  /** How the last login of this page ended: by the person here, in another tab, or by the server. */
  readonly ended: 'logged-out' | 'logged-out-in-another-tab' | 'expired' | null
}

/** The login in local storage. */
export const useLogin = create<LoginState>(() => ({ login: readLogin(), ended: null }))

/** The token last: another tab reads complete data. @returns whether the browser stored it; else nobody is logged in */
export function storeLogin(
  token: string,
  admin: LoggedInAdmin,
  setup: Setup | null = null,
  secondFactor: SecondFactor | null = null,
): boolean {
  const values: readonly (readonly [string, string | null])[] = [
    [loginKeys.setup, setup],
    [loginKeys.secondFactor, secondFactor],
    [loginKeys.firstName, admin.first_name],
    [loginKeys.lastName, admin.last_name],
    [loginKeys.username, admin.username],
    [loginKeys.role, admin.role],
    [loginKeys.token, token],
  ]
  const isKept = values.every(([key, value]) => write(key, value))
  // A login with the same token stays, with the values that could be stored.
  if (!isKept && readLogin()?.token !== token) removeLogin()
  useLogin.setState({ login: readLogin(), ended: null })
  return isKept
}

const write = (key: string, value: string | null): boolean => writeStored('local', key, value)
function removeLogin(): void {
  for (const key of Object.values(loginKeys)) write(key, null)
}

/** Updates the stored name after a person has edited their own account. @param username before the edit */
export function renameLogin(username: string, admin: LoggedInAdmin): void {
  const { login } = useLogin.getState()
  if (login !== null && login.username === username) storeLogin(login.token, admin, login.setup, login.secondFactor)
}

/** Asks for a second factor from now on, or no longer. */
export function askForSecondFactor(secondFactor: SecondFactor | null): void {
  if (useLogin.getState().login === null) return
  write(loginKeys.secondFactor, secondFactor)
  useLogin.setState({ login: readLogin() })
}

/** Postpones the set-up of the account, or opens it again. */
export function askForSetup(setup: Setup): void {
  write(loginKeys.setup, setup)
  useLogin.setState({ login: readLogin() })
}

/** Removes the login from this browser; `expired` when the server ended it. */
export function endLogin(ended: 'logged-out' | 'expired'): void {
  removeLogin()
  useLogin.setState({ login: null, ended })
}

/** Reads the stored login again, which another tab may have changed. */
function followStoredLogin(): void {
  const login = readLogin()
  if (login?.token === useLogin.getState().login?.token) return
  useLogin.setState({ login, ended: login === null ? 'logged-out-in-another-tab' : null })
}

/** Renders the stored login at once, before a page restored by Back is shown. */
export const showStoredLogin = (): void => flushSync(followStoredLogin)

/** Follows logins and logouts in other tabs. Returns the function that stops it. */
export function followOtherTabs(): () => void {
  const follow = (event: StorageEvent) => {
    if (event.key === null || event.key === loginKeys.token) followStoredLogin()
  }
  window.addEventListener('storage', follow)
  return () => window.removeEventListener('storage', follow)
}

function read(key: string): string | null {
  return readStored('local', key)
}

function readLogin(): StoredLogin | null {
  const token = read(loginKeys.token)
  if (token === null) return null
  const role = read(loginKeys.role)
  const setup = read(loginKeys.setup)
  const secondFactor = read(loginKeys.secondFactor)
  return {
    token,
    firstName: read(loginKeys.firstName) ?? '',
    lastName: read(loginKeys.lastName) ?? '',
    username: read(loginKeys.username) ?? '',
    role: adminRoles.find((known) => known === role) ?? 'auditor',
    setup: setup === 'asked' || setup === 'later' ? setup : null,
    secondFactor: secondFactor === 'required' || secondFactor === 'offered' ? secondFactor : null,
  }
}

/** A JWT (RFC 7519) that expires after `now`, in ms. The server verifies it; this only saves a call. */
export function isLive(token: string, now: number): boolean {
  const expiry = readExpiry(token)
  return expiry !== null && expiry * 1_000 > now
}

function readExpiry(token: string): number | null {
  const payload = token.split('.')[1]
  if (payload === undefined) return null
  try {
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
    if (typeof claims !== 'object' || claims === null || !('exp' in claims)) return null
    return typeof claims.exp === 'number' ? claims.exp : null
  } catch {
    // Not Base64 or not JSON: treated as no token.
    return null
  }
}
