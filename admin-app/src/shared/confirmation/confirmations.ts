import { type ConfirmAccount, securityApi } from '@agency/contract/second-factors'
import { call, callQuery } from '../call'

const loadPasskeys = () => import('../passkeys/passkeys')

export const securityKey = ['security'] as const

export const securityQuery = callQuery([...securityKey, 'factors'], securityApi.factors)

/** Proves who is at the keyboard. @throws HTTPError INVALID_INPUT for a wrong password */
export const confirmBy = async (body: ConfirmAccount): Promise<string> =>
  (await call(securityApi.confirm, { body })).confirmation

/** @throws PasskeyCancelledError */
export async function confirmByPasskey(): Promise<string> {
  const { challenge, options } = await call(securityApi.challengeToConfirm)
  const { signWithPasskey } = await loadPasskeys().catch(loadPasskeys)
  return confirmBy({ challenge, passkey: await signWithPasskey(options) })
}
