import type { Static } from 'typebox'
import * as Type from 'typebox'
import { Id, Nullable, Strict, Timestamp } from './common.ts'
import { route } from './route.ts'

/** Base64url without padding (RFC 4648, section 5). */
const Encoded = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '^[A-Za-z0-9_-]+$' })
/** An object of the browser's WebAuthn API whose properties the server does not read. */
const Opaque = Type.Unsafe<Record<string, unknown>>({ type: 'object' })
const credential = {
  id: Encoded(1_400),
  rawId: Encoded(1_400),
  type: Type.Literal('public-key'),
  authenticatorAttachment: Type.Optional(Type.Enum(['platform', 'cross-platform'])),
  clientExtensionResults: Opaque,
}

/** A signed challenge of a passkey: AuthenticationResponseJSON of Web Authentication, Level 3. */
export const PasskeyAssertion = Strict({
  ...credential,
  response: Strict({
    clientDataJSON: Encoded(4_000),
    authenticatorData: Encoded(4_000),
    signature: Encoded(4_000),
    userHandle: Type.Optional(Encoded(200)),
  }),
})
export type PasskeyAssertion = Static<typeof PasskeyAssertion>

/** A new passkey: RegistrationResponseJSON of Web Authentication, Level 3. */
export const PasskeyRegistration = Strict({
  ...credential,
  response: Strict({
    clientDataJSON: Encoded(4_000),
    attestationObject: Encoded(30_000),
    authenticatorData: Type.Optional(Encoded(8_000)),
    publicKey: Type.Optional(Encoded(4_000)),
    publicKeyAlgorithm: Type.Optional(Type.Integer()),
    transports: Type.Optional(Type.Array(Type.String({ maxLength: 40 }), { maxItems: 10 })),
  }),
})
export type PasskeyRegistration = Static<typeof PasskeyRegistration>

/** A challenge for a passkey. `options` is given to the browser's WebAuthn call unchanged. */
export const PasskeyChallenge = Type.Object({
  challenge: Type.String({
    ...Id,
    description: 'Sent back with the answer. Valid for 5 minutes, once, on this browser',
  }),
  options: Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    additionalProperties: true,
    description: 'Options of navigator.credentials, in JSON',
  }),
})
export type PasskeyChallenge = Static<typeof PasskeyChallenge>

export const SecondFactorStep = Type.Object({
  challenge: Type.String({
    ...Id,
    description: 'Sent back with the factor. Valid for 5 minutes, once, on this browser',
  }),
  methods: Type.Array(Type.Enum(['code', 'passkey', 'recovery_code'])),
  passkey_options: Type.Optional(PasskeyChallenge.properties.options),
})
export type SecondFactorStep = Static<typeof SecondFactorStep>

const Code = Type.String({ maxLength: 40, description: 'Six digits; spaces are ignored' })
export const RecoveryCode = Type.String({ maxLength: 40, description: 'Spaces, hyphens and case are ignored' })

/** Completes a login with exactly one factor. A passkey alone is the whole login. */
export const CompleteLogin = Type.Union([
  Strict({ challenge: Id, code: Code }),
  Strict({ challenge: Id, recovery_code: RecoveryCode }),
  Strict({ challenge: Id, passkey: PasskeyAssertion }),
])
export type CompleteLogin = Static<typeof CompleteLogin>

/** `required`: nothing else can be done before. `offered`: asked once, and may be postponed. */
export const SecondFactorSetup = Type.Enum(['required', 'offered'])
export type SecondFactorSetup = Static<typeof SecondFactorSetup>

const PasskeyName = Type.String({ minLength: 1, maxLength: 60, pattern: '\\S' })

export const Passkey = Type.Object({
  id: Id,
  name: Type.String(),
  created_at: Timestamp,
  last_used_at: Nullable(Timestamp),
})
export type Passkey = Static<typeof Passkey>

export const AccountSecurity = Type.Object({
  has_password: Type.Boolean({ description: 'False for an account that only an OpenID provider logs in' }),
  required: Type.Boolean({ description: 'Whether the last second factor must stay' }),
  authenticator_since: Nullable(Timestamp),
  passkeys: Type.Array(Passkey),
  recovery_codes_left: Type.Integer(),
})
export type AccountSecurity = Static<typeof AccountSecurity>

export const ConfirmAccount = Type.Union([
  Strict({ password: Type.String({ maxLength: 1_000 }) }),
  Strict({ challenge: Id, passkey: PasskeyAssertion }),
])
export type ConfirmAccount = Static<typeof ConfirmAccount>

export const Confirmation = Type.Object({
  confirmation: Type.String({ ...Id, description: 'For one change by this login, within 5 minutes' }),
})

/** A change that needs a confirmation. During the required set-up there is none: the login has just begun. */
export const Confirmed = Strict({ confirmation: Type.Optional(Id) })
export const RenamePasskey = Strict({ name: PasskeyName, confirmation: Type.Optional(Id) })

/** A secret that counts only after a code of it was entered. */
export const NewAuthenticator = Type.Object({
  secret: Type.String({ description: 'Base32' }),
  uri: Type.String({ description: 'otpauth://, for a QR code' }),
})
export type NewAuthenticator = Static<typeof NewAuthenticator>

export const ConfirmAuthenticator = Strict({ code: Code })
export const AddPasskey = Strict({ challenge: Id, name: PasskeyName, passkey: PasskeyRegistration })
export type AddPasskey = Static<typeof AddPasskey>

/** Answered once, when the codes are made. */
export const RecoveryCodes = Type.Object({ recovery_codes: Type.Array(Type.String()) })
export const FactorAdded = Type.Object({
  recovery_codes: Type.Array(Type.String(), { description: 'With the first factor of an account; otherwise empty' }),
})
export type FactorAdded = Static<typeof FactorAdded>

export const StaffLogin = Type.Object({
  id: Id,
  device: Type.String({ description: 'Such as Chrome on Windows' }),
  address: Nullable(Type.String()),
  created_at: Timestamp,
  last_seen_at: Timestamp,
  current: Type.Boolean(),
})
export type StaffLogin = Static<typeof StaffLogin>

export const securityApi = {
  factors: route('GET', '/admin/me/security', { response: AccountSecurity }),
  confirm: route('POST', '/admin/me/confirmations', { body: ConfirmAccount, response: Confirmation }),
  challengeToConfirm: route('POST', '/admin/me/confirmations/passkey', { response: PasskeyChallenge }),
  startAuthenticator: route('POST', '/admin/me/authenticator', { body: Confirmed, response: NewAuthenticator }),
  finishAuthenticator: route('POST', '/admin/me/authenticator/confirm', {
    body: ConfirmAuthenticator,
    response: FactorAdded,
  }),
  removeAuthenticator: route('POST', '/admin/me/authenticator/remove', { body: Confirmed }),
  challengeToAdd: route('POST', '/admin/me/passkeys/options', { body: Confirmed, response: PasskeyChallenge }),
  addPasskey: route('POST', '/admin/me/passkeys', { body: AddPasskey, response: FactorAdded }),
  renamePasskey: route('PUT', '/admin/me/passkeys/:id', { body: RenamePasskey }),
  removePasskey: route('POST', '/admin/me/passkeys/:id/remove', { body: Confirmed }),
  renewRecoveryCodes: route('POST', '/admin/me/recovery-codes', { body: Confirmed, response: RecoveryCodes }),
  postpone: route('POST', '/admin/me/second-factor/postpone'),
  logins: route('GET', '/admin/me/logins', { response: Type.Array(StaffLogin) }),
  endLogin: route('DELETE', '/admin/me/logins/:id'),
  endOtherLogins: route('POST', '/admin/me/logins/end-others'),
  challengeToLogIn: route('POST', '/admin/login/passkey', { response: PasskeyChallenge }),
}
