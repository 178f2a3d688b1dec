import type { Static } from 'typebox'
import * as Type from 'typebox'
import { clientStatuses } from './client-fields.ts'
import { Id, Nullable, Strict } from './common.ts'
import { route } from './route.ts'

/** The values of a new client that are compared with existing clients before it is added. */
export const DuplicateQuery = Strict({
  first_name: Type.Optional(Type.String({ maxLength: 500 })),
  last_name: Type.Optional(Type.String({ maxLength: 500 })),
  email: Type.Optional(Type.String({ maxLength: 500 })),
  phone: Type.Optional(Type.String({ maxLength: 500 })),
  dob: Type.Optional(Type.String({ format: 'date' })),
})
export type DuplicateQuery = Static<typeof DuplicateQuery>

/** A client that may be the same person. */
export const LikelyDuplicate = Type.Object({
  id: Id,
  client_first_name: Nullable(Type.String()),
  client_last_name: Nullable(Type.String()),
  dob: Nullable(Type.String({ format: 'date' })),
  status: Type.Enum(clientStatuses),
  same_email: Type.Boolean(),
  same_phone: Type.Boolean(),
  same_name: Type.Boolean({ description: 'First and last name; if a birth date is given, that as well' }),
})
export type LikelyDuplicate = Static<typeof LikelyDuplicate>

/** The likeliest first, at most five. */
export const LikelyDuplicates = Type.Object({ clients: Type.Array(LikelyDuplicate) })
export type LikelyDuplicates = Static<typeof LikelyDuplicates>

export const duplicateApi = {
  list: route('GET', '/clients/duplicates', { query: DuplicateQuery, response: LikelyDuplicates }),
}
