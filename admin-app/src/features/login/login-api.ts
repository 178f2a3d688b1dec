import { LoginAnswer } from '@agency/contract/admins'
import { parseAnswer } from '../../shared/answer'
import { api } from '../../shared/api'
import { readRefusal } from '../../shared/api-error'
import { storeLogin } from '../../shared/login-store'
import { type Credentials, refused } from './credentials'

/**
 * Logs in and stores the login. Credentials are included for the device cookie, also when the API has its own host.
 * @returns the message of a failed login
 */
export async function logIn({ username, password }: Credentials): Promise<string | undefined> {
  const options = { json: { username, password }, credentials: 'include' } as const
  try {
    return acceptLogin(parseAnswer(LoginAnswer, await api().post('admin/login', options).json()))
  } catch (error) {
    return refusalMessage(error)
  }
}

/** Stores a successful login. Returns the message of a failed one. */
function acceptLogin({ success, message, token, admin, setup_required }: LoginAnswer): string | undefined {
  if (!success || token === undefined || admin === undefined) return message || 'Login failed.'
  storeLogin(token, admin, setup_required ? 'asked' : null)
  return undefined
}

function refusalMessage(error: unknown): string {
  const body = readRefusal(error)?.body
  const isTold = body?.code === 'TOO_MANY_ATTEMPTS' || body?.code === 'CLOCK_SKEW'
  return isTold ? body.message : refused
}
