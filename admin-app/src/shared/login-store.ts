import { adminRoles } from '@agency/contract/admin-roles'
import type { AdminRole, LoggedInAdmin } from '@agency/contract/admins'
import { flushSync } from 'react-dom'
import { create } from 'zustand'

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
export const useLogin = create<LoginState>(() => ({ login: readLogin(localStorage), ended: null }))

/**
 * Stores a successful login. The token is written last, so that another tab that sees it reads complete data.
 * @param setup whether the account is still to be set up
 * @param secondFactor whether a second factor is
 */
export function storeLogin(
  token: string,
  admin: LoggedInAdmin,
  setup: Setup | null = null,
  secondFactor: SecondFactor | null = null,
): void {
  storeOrRemove(loginKeys.setup, setup)
  storeOrRemove(loginKeys.secondFactor, secondFactor)
  localStorage.setItem(loginKeys.firstName, admin.first_name)
  localStorage.setItem(loginKeys.lastName, admin.last_name)
  localStorage.setItem(loginKeys.username, admin.username)
  localStorage.setItem(loginKeys.role, admin.role)
  localStorage.setItem(loginKeys.token, token)
  useLogin.setState({ login: readLogin(localStorage), ended: null })
}

/** Updates the stored name after a person has edited their own account. @param username before the edit */
export function renameLogin(username: string, admin: LoggedInAdmin): void {
  const { login } = useLogin.getState()
  if (login !== null && login.username === username) storeLogin(login.token, admin, login.setup, login.secondFactor)
}

function storeOrRemove(key: string, value: string | null): void {
  if (value === null) localStorage.removeItem(key)
  else localStorage.setItem(key, value)
}

/** Asks for a second factor from now on, or no longer. */
export function askForSecondFactor(secondFactor: SecondFactor | null): void {
  if (useLogin.getState().login === null) return
  storeOrRemove(loginKeys.secondFactor, secondFactor)
  useLogin.setState({ login: readLogin(localStorage) })
}

/** Postpones the set-up of the account, or opens it again. */
export function askForSetup(setup: Setup): void {
  localStorage.setItem(loginKeys.setup, setup)
  useLogin.setState({ login: readLogin(localStorage) })
}

/** Removes the login from this browser; `expired` when the server ended it. */
export function endLogin(ended: 'logged-out' | 'expired'): void {
  for (const key of Object.values(loginKeys)) localStorage.removeItem(key)
  useLogin.setState({ login: null, ended })
}

/** Reads the stored login again, which another tab may have changed. */
function followStoredLogin(): void {
  const login = readLogin(localStorage)
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

function readLogin(storage: Storage): StoredLogin | null {
  const token = storage.getItem(loginKeys.token)
  if (token === null) return null
  const role = storage.getItem(loginKeys.role)
  const setup = storage.getItem(loginKeys.setup)
  const secondFactor = storage.getItem(loginKeys.secondFactor)
  return {
    token,
    firstName: storage.getItem(loginKeys.firstName) ?? '',
    lastName: storage.getItem(loginKeys.lastName) ?? '',
    username: storage.getItem(loginKeys.username) ?? '',
    role: adminRoles.find((known) => known === role) ?? 'auditor',
    setup: setup === 'asked' || setup === 'later' ? setup : null,
    secondFactor: secondFactor === 'required' || secondFactor === 'offered' ? secondFactor : null,
  }
}

/**
 * Whether a JWT (RFC 7519) can be decoded and expires after `now` (ms since the epoch). The server verifies the
 * signature; this check only saves a call that would be refused.
 */
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
