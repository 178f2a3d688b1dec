import {
  FactorAdded,
  NewAuthenticator,
  PasskeyChallenge,
  RecoveryCodes,
  StaffLogin,
} from '@agency/contract/second-factors'
import { queryOptions } from '@tanstack/react-query'
import * as Type from 'typebox'
import { parseAnswer } from '../../shared/answer'
import { api } from '../../shared/api'
import { securityKey } from '../../shared/confirmation/confirmation-api'

/** Where one is logged in. */
export const loginsQuery = queryOptions({
  queryKey: [...securityKey, 'logins'],
  queryFn: async ({ signal }) =>
    parseAnswer(Type.Array(StaffLogin), await api().get('admin/me/logins', { signal }).json()),
})

/** A confirmation for one change; none during the required set-up. */
export type Confirmed = string | undefined

const withConfirmation = (confirmation: Confirmed) => ({ json: confirmation === undefined ? {} : { confirmation } })

/** Starts to set up an authenticator app. */
export async function startAuthenticator(confirmation: Confirmed): Promise<NewAuthenticator> {
  return parseAnswer(
    NewAuthenticator,
    await api().post('admin/me/authenticator', withConfirmation(confirmation)).json(),
  )
}

/** Completes it with a code. @returns recovery codes, with the first factor of the account */
export async function finishAuthenticator(code: string): Promise<readonly string[]> {
  const answer = await api().post('admin/me/authenticator/confirm', { json: { code } }).json()
  return parseAnswer(FactorAdded, answer).recovery_codes
}

export async function removeAuthenticator(confirmation: Confirmed): Promise<void> {
  await api().post('admin/me/authenticator/remove', withConfirmation(confirmation))
}

/** Makes a passkey in this browser. @returns recovery codes, with the first factor of the account */
export async function addPasskey(name: string, confirmation: Confirmed): Promise<readonly string[]> {
  const asked = await api().post('admin/me/passkeys/options', withConfirmation(confirmation)).json()
  const { challenge, options } = parseAnswer(PasskeyChallenge, asked)
  const { makePasskey } = await import('../../shared/passkeys/passkeys')
  const json = { challenge, name, passkey: await makePasskey(options) }
  return parseAnswer(FactorAdded, await api().post('admin/me/passkeys', { json }).json()).recovery_codes
}

export async function renamePasskey(id: string, name: string, confirmation: Confirmed): Promise<void> {
  await api().put(`admin/me/passkeys/${id}`, { json: { name, ...(confirmation ? { confirmation } : {}) } })
}

export async function removePasskey(id: string, confirmation: Confirmed): Promise<void> {
  await api().post(`admin/me/passkeys/${id}/remove`, withConfirmation(confirmation))
}

/** Makes ten new recovery codes. */
export async function renewRecoveryCodes(confirmation: Confirmed): Promise<readonly string[]> {
  const answer = await api().post('admin/me/recovery-codes', withConfirmation(confirmation)).json()
  return parseAnswer(RecoveryCodes, answer).recovery_codes
}

/** Ends one login. */
export async function endLogin(id: string): Promise<void> {
  await api().delete(`admin/me/logins/${id}`)
}

/** Ends all logins but this one. */
export async function endOtherLogins(): Promise<void> {
  await api().post('admin/me/logins/end-others')
}
