import type { Passkey, PasskeyAssertion, PasskeyRegistration } from '@agency/contract/second-factors'
import type { Database } from '../../../platform/database/database.ts'
import { findPasskeyByCredential, listPasskeys, notePasskeyUse } from './factor-repository.ts'

/** Loaded with the first passkey: it takes 20 MB. */
const loadLibrary = () => import('@simplewebauthn/server')

export interface RelyingParty {
  readonly id: string
  readonly origin: string
}

export function relyingPartyOf(staffUrl: string): RelyingParty {
  const { hostname, origin } = new URL(staffUrl)
  return { id: hostname, origin }
}

export async function passkeysOf(db: Database, adminId: string): Promise<Passkey[]> {
  const rows = await listPasskeys(db, adminId)
  return rows.map(({ id, name, created_at, last_used_at }) => ({ id, name, created_at, last_used_at }))
}

export async function registrationOptions(
  db: Database,
  party: RelyingParty & { name: string },
  owner: { id: string; username: string },
) {
  const kept = await listPasskeys(db, owner.id)
  const { generateRegistrationOptions } = await loadLibrary()
  return generateRegistrationOptions({
    rpID: party.id,
    rpName: party.name,
    userName: owner.username,
    userID: new TextEncoder().encode(owner.id),
    attestationType: 'none',
    excludeCredentials: kept.map(({ credential_id: id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/** @param adminId without it, any passkey of this site */
export async function assertionOptions(db: Database, party: RelyingParty, adminId?: string) {
  const kept = adminId === undefined ? [] : await listPasskeys(db, adminId)
  const { generateAuthenticationOptions } = await loadLibrary()
  return generateAuthenticationOptions({
    rpID: party.id,
    userVerification: 'required',
    allowCredentials: kept.map(({ credential_id: id, transports }) => ({ id, transports })),
  })
}

/** Verifies a new passkey (Web Authentication, Level 3, section 7.1). @returns undefined if it is not valid */
export async function verifyRegistration(party: RelyingParty, challenge: string, response: PasskeyRegistration) {
  try {
    const { verifyRegistrationResponse } = await loadLibrary()
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
    })
    return verified ? registrationInfo.credential : undefined
  } catch {
    // The library throws for each way in which an answer is not valid. All of them are a refusal.
    return undefined
  }
}

/** Web Authentication, Level 3, section 7.2. @returns the owner's id; undefined if it is not valid, or was removed */
export async function acceptPasskey(
  db: Database,
  party: RelyingParty,
  challenge: string,
  response: PasskeyAssertion,
): Promise<string | undefined> {
  const kept = await findPasskeyByCredential(db, response.id)
  if (!kept || !isOwnHandle(kept.admin_id, response.response.userHandle)) return undefined
  const counter = await newCounter(party, challenge, response, kept)
  if (counter === undefined) return undefined
  // It may have been removed while the answer was verified.
  return (await notePasskeyUse(db, kept.id, counter)) ? kept.admin_id : undefined
}

type KeptPasskey = NonNullable<Awaited<ReturnType<typeof findPasskeyByCredential>>>

async function newCounter(
  party: RelyingParty,
  challenge: string,
  response: PasskeyAssertion,
  kept: KeptPasskey,
): Promise<number | undefined> {
  try {
    const { verifyAuthenticationResponse } = await loadLibrary()
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      credential: {
        id: kept.credential_id,
        publicKey: new Uint8Array(kept.public_key),
        counter: Number(kept.counter),
        transports: kept.transports,
      },
      requireUserVerification: true,
    })
    return verified ? authenticationInfo.newCounter : undefined
  } catch {
    return undefined
  }
}

const isOwnHandle = (adminId: string, handle: string | undefined): boolean =>
  handle === undefined || Buffer.from(handle, 'base64url').toString('utf8') === adminId
