import type { Static } from 'typebox'
import * as Type from 'typebox'
import { adminRoles } from './admin-roles.ts'

import { BaseVersion, Id, Strict, Timestamp, Version } from './common.ts'
import { emailAddressLength, emailAddressPattern } from './email-address.ts'
import { route } from './route.ts'
import { CompleteLogin, Confirmed, RecoveryCode, SecondFactorSetup, SecondFactorStep } from './second-factors.ts'

export const AdminRole = Type.Enum(adminRoles)
export type AdminRole = Static<typeof AdminRole>

/** Both fields may be empty: the form sends them as typed. */
export const LoginBody = Strict({
  username: Type.String({ maxLength: 320 }),
  password: Type.String({ maxLength: 1_000 }),
  /** Together with the password it is the whole login, also while wrong passwords have locked the account here. */
  recovery_code: Type.Optional(RecoveryCode),
})
export type LoginBody = Static<typeof LoginBody>

export const LoggedInAdmin = Type.Object({
  first_name: Type.String(),
  last_name: Type.String(),
  username: Type.String(),
  role: AdminRole,
})
export type LoggedInAdmin = Static<typeof LoggedInAdmin>

const SetupRequired = Type.Optional(
  Type.Boolean({
    description: 'True while the owner of the first admin has given no name, e-mail address and password',
  }),
)

/** In place of a token, when a staff member who is logged in has connected a provider. */
const Connected = Type.Optional(Type.String({ description: 'Label of the provider that is now connected' }))
/** At most one of them: a factor is asked for, or there is none yet. */
const secondFactor = {
  second_factor: Type.Optional(SecondFactorStep),
  second_factor_setup: Type.Optional(SecondFactorSetup),
}

export const LoginAnswer = Type.Object({
  success: Type.Boolean(),
  message: Type.Optional(Type.String()),
  token: Type.Optional(Type.String({ description: 'JWT; to be sent as Authorization: Bearer' })),
  admin: Type.Optional(LoggedInAdmin),
  setup_required: SetupRequired,
  connected: Connected,
  ...secondFactor,
})
export type LoginAnswer = Static<typeof LoginAnswer>

export const Admin = Type.Object({
  id: Id,
  email: Type.String(),
  username: Type.String(),
  role: AdminRole,
  first_name: Type.String(),
  last_name: Type.String(),
  client_count: Type.Integer({
    description: 'Clients that they look after and the caller sees, without archived ones',
  }),
  version: Version,
})
export type Admin = Static<typeof Admin>

const Required = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' })
const Password = Type.String({ maxLength: 1_000 })
const profile = {
  email: Type.String({ minLength: 1, maxLength: emailAddressLength, pattern: emailAddressPattern }),
  username: Required,
  role: AdminRole,
  first_name: Required,
  last_name: Required,
}

/** Numbers of clients and shared views that a successor takes over when a staff member is deleted. */
export const AdminHoldings = Type.Object({
  clients: Type.Integer({ description: 'Clients that they look after, archived ones too' }),
  shared_views: Type.Integer({ description: 'Saved views of the client list that they share' }),
})
export type AdminHoldings = Static<typeof AdminHoldings>

export const CreateAdmin = Strict({ ...profile, password: Password })
export type CreateAdmin = Static<typeof CreateAdmin>

export const UpdateAdmin = Strict({
  version: BaseVersion,
  email: Type.Optional(profile.email),
  username: Type.Optional(profile.username),
  role: Type.Optional(profile.role),
  first_name: Type.Optional(profile.first_name),
  last_name: Type.Optional(profile.last_name),
  password: Type.Optional(Password),
  confirmation: Type.Optional(
    Type.String({ ...Id, description: 'Required for one’s own new e-mail address: of POST /admin/me/confirmations' }),
  ),
})
export type UpdateAdmin = Static<typeof UpdateAdmin>

export const SetPassword = Strict({
  password: Password,
  current_password: Type.Optional(Type.String({ maxLength: 1_000, description: 'Required for one’s own password' })),
})
export type SetPassword = Static<typeof SetPassword>

/** The prompt refuses shorter passwords itself (AD-03). The server requires `passwordLength`. */
export const passwordMinimum = 6
/** The fewest characters of a new password, after NFKC and trimming. */
export const passwordLength = 12

export const Account = Type.Object({ ...Admin.properties, setup_required: Type.Boolean() })
export type Account = Static<typeof Account>

export const AccountSetup = Strict({
  first_name: Required,
  last_name: Required,
  email: profile.email,
  password: Password,
})
export type AccountSetup = Static<typeof AccountSetup>

const ProviderId = Type.String({ pattern: '^[a-z0-9-]{1,40}$' })

export const LoginOptions = Type.Object({
  password: Type.Boolean({
    description: 'False if staff log in with a provider; an emergency account may still exist',
  }),
  password_reset: Type.Boolean({ description: 'Whether a link for a forgotten password can be sent' }),
  providers: Type.Array(Type.Object({ id: ProviderId, label: Type.String() }), {
    description: 'OpenID providers, in the order of the setting',
  }),
})
export type LoginOptions = Static<typeof LoginOptions>

export const ByProvider = Strict({ provider: ProviderId })

export const OidcStart = Type.Object({ url: Type.String() })
export type OidcStart = Static<typeof OidcStart>

export const OidcFinish = Strict({ query: Type.String({ maxLength: 8_000 }) })

export const AdminIdentity = Type.Object({
  provider: ProviderId,
  label: Type.String(),
  connected: Type.Boolean(),
})
export type AdminIdentity = Static<typeof AdminIdentity>

export const StaffActivity = Type.Object({
  idle_seconds: Type.Integer({ description: 'Seconds without activity after which the login ends' }),
})
export type StaffActivity = Static<typeof StaffActivity>

/** core-api's answer to the BFF, with the server-side session that the token names. */
export const CoreLoginAnswer = Type.Object({
  success: Type.Boolean(),
  message: Type.Optional(Type.String()),
  admin: Type.Optional(LoggedInAdmin),
  setup_required: SetupRequired,
  connected: Connected,
  ...secondFactor,
  admin_session: Type.Optional(Type.Object({ id: Id, expires_at: Timestamp })),
})
export type CoreLoginAnswer = Static<typeof CoreLoginAnswer>

export const adminApi = {
  list: route('GET', '/admin/list', { response: Type.Array(Admin) }),
  one: route('GET', '/admin/:id', { response: Admin }),
  create: route('POST', '/admin/create', { body: CreateAdmin, response: Admin }),
  update: route('PUT', '/admin/:id/update', { body: UpdateAdmin, response: Admin }),
  setPassword: route('PUT', '/admin/:id/password', { body: SetPassword }),
  removeFactors: route('POST', '/admin/:id/second-factors/remove'),
  holdings: route('GET', '/admin/:id/holdings', { response: AdminHoldings }),
  remove: route('DELETE', '/admin/:id', { query: Strict({ successor: Type.Optional(Id) }) }),
}

export const accountApi = {
  read: route('GET', '/admin/me', { response: Account }),
  setUp: route('POST', '/admin/me/setup', { body: AccountSetup, response: Account }),
  providers: route('GET', '/admin/me/providers', { response: Type.Array(AdminIdentity) }),
  disconnect: route('POST', '/admin/me/providers/:provider/disconnect', { body: Confirmed }),
  activity: route('POST', '/admin/activity', { response: StaffActivity }),
}

/** As the bff offers it to browsers. */
export const loginApi = {
  logIn: route('POST', '/admin/login', { body: LoginBody, response: LoginAnswer }),
  complete: route('POST', '/admin/login/complete', { body: CompleteLogin, response: LoginAnswer }),
  startProvider: route('POST', '/admin/oidc/:provider/start', { body: Confirmed, response: OidcStart }),
  finishProvider: route('POST', '/admin/oidc/finish', { body: OidcFinish, response: LoginAnswer }),
}
