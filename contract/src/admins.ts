import Type, { type Static } from 'typebox'
import { Id, Strict, Timestamp, Version } from './common.ts'

export const adminRoles = ['standard', 'power'] as const
export const AdminRole = Type.Union([Type.Literal('standard'), Type.Literal('power')])
export type AdminRole = Static<typeof AdminRole>

/** Both fields may be empty: the form sends whatever was typed. */
export const LoginBody = Strict({
  username: Type.String({ maxLength: 320 }),
  password: Type.String({ maxLength: 1_000 }),
})
export type LoginBody = Static<typeof LoginBody>

export const LoggedInAdmin = Type.Object({
  first_name: Type.String(),
  last_name: Type.String(),
  username: Type.String(),
  role: AdminRole,
})
export type LoggedInAdmin = Static<typeof LoggedInAdmin>

export const LoginAnswer = Type.Object({
  success: Type.Boolean(),
  message: Type.Optional(Type.String()),
  token: Type.Optional(Type.String({ description: 'JWT; to be sent as Authorization: Bearer' })),
  admin: Type.Optional(LoggedInAdmin),
})
export type LoginAnswer = Static<typeof LoginAnswer>

/** A staff member, as lists show them; never with a password. */
export const Admin = Type.Object({
  id: Id,
  email: Type.String(),
  username: Type.String(),
  role: AdminRole,
  first_name: Type.String(),
  last_name: Type.String(),
  client_count: Type.Integer({ description: 'Clients with whom this admin has started a session' }),
  version: Version,
})
export type Admin = Static<typeof Admin>

const Required = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' })
const Password = Type.String({ maxLength: 1_000 })
const profile = {
  email: Type.String({ minLength: 1, maxLength: 320, pattern: '^\\S+@\\S+$' }),
  username: Required,
  role: AdminRole,
  first_name: Required,
  last_name: Required,
}

export const CreateAdmin = Strict({ ...profile, password: Password })
export type CreateAdmin = Static<typeof CreateAdmin>

/** What is not sent stays. */
export const UpdateAdmin = Strict({
  email: Type.Optional(profile.email),
  username: Type.Optional(profile.username),
  role: Type.Optional(profile.role),
  first_name: Type.Optional(profile.first_name),
  last_name: Type.Optional(profile.last_name),
  password: Type.Optional(Password),
})
export type UpdateAdmin = Static<typeof UpdateAdmin>

export const SetPassword = Strict({ password: Password })

/** Characters that a password has at least, spaces around it left out. */
export const passwordMinimum = 6

/** What core-api answers the BFF: the server-side session that the token will name. */
export const CoreLoginAnswer = Type.Object({
  success: Type.Boolean(),
  message: Type.Optional(Type.String()),
  admin: Type.Optional(LoggedInAdmin),
  admin_session: Type.Optional(Type.Object({ id: Id, expires_at: Timestamp })),
})
export type CoreLoginAnswer = Static<typeof CoreLoginAnswer>
