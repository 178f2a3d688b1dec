import { AccountSecurity, Confirmation, PasskeyChallenge } from '@agency/contract/second-factors'
import { queryOptions } from '@tanstack/react-query'
import { parseAnswer } from '../answer'
import { api } from '../api'

/** Prefix of all query keys about the security of one's own account. */
export const securityKey = ['security'] as const

/** The second factors of one's own account. */
export const securityQuery = queryOptions({
  queryKey: [...securityKey, 'factors'],
  queryFn: async ({ signal }) => parseAnswer(AccountSecurity, await api().get('admin/me/security', { signal }).json()),
})

async function readConfirmation(json: object): Promise<string> {
  return parseAnswer(Confirmation, await api().post('admin/me/confirmations', { json }).json()).confirmation
}

/** @throws HTTPError INVALID_INPUT for a wrong password */
export const confirmByPassword = (password: string): Promise<string> => readConfirmation({ password })

/** @throws PasskeyCancelledError */
export async function confirmByPasskey(): Promise<string> {
  const answer = await api().post('admin/me/confirmations/passkey').json()
  const { challenge, options } = parseAnswer(PasskeyChallenge, answer)
  const { signWithPasskey } = await import('../passkeys/passkeys')
  return readConfirmation({ challenge, passkey: await signWithPasskey(options) })
}
