import { type LoginAnswer, loginApi } from '@agency/contract/admins'
import {
  type CompleteLogin,
  type PasskeyChallenge,
  type SecondFactorStep,
  securityApi,
} from '@agency/contract/second-factors'
import { isUnanswered } from '@agency/http-client/call-error'
import { readRefusal } from '../../shared/api-error'
import { call } from '../../shared/call'
import { storeLogin } from '../../shared/login-store'
import { type Credentials, type LoginOutcome, refused } from './credentials'

const loadPasskeys = () => import('../../shared/passkeys/passkeys')

// Credentials are included for the device cookie, also when the API has its own host.
const credentials = 'include'

/** Logs in and stores the login, unless a second factor is asked for. */
export async function logIn({ username, password, recoveryCode }: Credentials): Promise<LoginOutcome> {
  const body = { username, password, ...(recoveryCode ? { recovery_code: recoveryCode } : {}) }
  try {
    return acceptLogin(await call(loginApi.logIn, { body, credentials }))
  } catch (error) {
    const body = readRefusal(error)?.body
    const locked = body?.code === 'TOO_MANY_ATTEMPTS'
    return { message: locked || body?.code === 'CLOCK_SKEW' ? body.message : refused, locked }
  }
}

export async function completeLogin(body: CompleteLogin): Promise<LoginOutcome> {
  try {
    return acceptLogin(await call(loginApi.complete, { body, credentials }))
  } catch (error) {
    if (isUnanswered(error)) return { message: 'The server gave no answer. Please try again.' }
    const body = readRefusal(error)?.body
    return { message: body?.message ?? 'Login failed.', ended: body?.code === 'CHALLENGE_ENDED' }
  }
}

/** Answers the second step with a passkey. */
export async function completeWithPasskey({ challenge, passkey_options }: SecondFactorStep): Promise<LoginOutcome> {
  return passkey_options === undefined ? { ended: true } : signAndComplete({ challenge, options: passkey_options })
}

/** Logs in with a passkey alone. */
export async function logInWithPasskey(): Promise<LoginOutcome> {
  try {
    return await signAndComplete(await call(securityApi.challengeToLogIn, { credentials }))
  } catch (error) {
    return { message: readRefusal(error)?.body?.message ?? 'The server gave no answer. Please try again.' }
  }
}

async function signAndComplete({ challenge, options }: PasskeyChallenge): Promise<LoginOutcome> {
  const { PasskeyCancelledError, signWithPasskey } = await loadPasskeys().catch(loadPasskeys)
  try {
    return await completeLogin({ challenge, passkey: await signWithPasskey(options) })
  } catch (error) {
    if (error instanceof PasskeyCancelledError) return { message: 'No passkey was used.' }
    throw error
  }
}

/** For a browser that blocks site data, or has no room for them. */
const notKept =
  'Your login was accepted, but this browser can’t keep it. Allow site data for this address, or free some space, and log in again.'

export function acceptLogin(answer: LoginAnswer): LoginOutcome {
  const { success, message, token, admin, setup_required, second_factor, second_factor_setup } = answer
  if (second_factor) return { step: second_factor }
  if (!success || token === undefined || admin === undefined) return { message: message || 'Login failed.' }
  const isKept = storeLogin(token, admin, setup_required ? 'asked' : null, second_factor_setup ?? null)
  return isKept ? {} : { message: notKept }
}
