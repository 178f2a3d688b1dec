import type { PasskeyAssertion, PasskeyChallenge, PasskeyRegistration } from '@agency/contract/second-factors'
import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'

/** The person has closed the browser's dialog, or it has timed out. */
export class PasskeyCancelledError extends Error {
  override readonly name = 'PasskeyCancelledError'
}

type Options = PasskeyChallenge['options']

/** Asks the browser to sign a challenge with a passkey. @throws PasskeyCancelledError */
export async function signWithPasskey(options: Options): Promise<PasskeyAssertion> {
  // The server has made the options for exactly this function.
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
  const { id, rawId, response } = await orCancelled(startAuthentication({ optionsJSON }))
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  return {
    ...common(id, rawId),
    response: { clientDataJSON, authenticatorData, signature, ...(userHandle ? { userHandle } : {}) },
  }
}

/** Asks the browser for a new passkey. @throws PasskeyCancelledError */
export async function makePasskey(options: Options): Promise<PasskeyRegistration> {
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
  const { id, rawId, response } = await orCancelled(startRegistration({ optionsJSON }))
  const { clientDataJSON, attestationObject, transports } = response
  return { ...common(id, rawId), response: { clientDataJSON, attestationObject, transports: transports ?? [] } }
}

const common = (id: string, rawId: string) => ({ id, rawId, type: 'public-key', clientExtensionResults: {} }) as const

async function orCancelled<Result>(asked: Promise<Result>): Promise<Result> {
  try {
    return await asked
  } catch (cause) {
    throw new PasskeyCancelledError('The browser gave no passkey.', { cause })
  }
}
