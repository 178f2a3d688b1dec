import type { Static } from 'typebox'
import * as Type from 'typebox'
import { clientStatuses } from './client-fields.ts'
import { Id, Nullable, Offset, Strict } from './common.ts'
import { route } from './route.ts'

export const DuplicateQuery = Strict({
  first_name: Type.Optional(Type.String({ maxLength: 500 })),
  last_name: Type.Optional(Type.String({ maxLength: 500 })),
  email: Type.Optional(Type.String({ maxLength: 500 })),
  phone: Type.Optional(Type.String({ maxLength: 500 })),
  dob: Type.Optional(Type.String({ format: 'date' })),
})
export type DuplicateQuery = Static<typeof DuplicateQuery>

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

/** Why two records may be of one person, the strongest reason first. Stored keys begin with the number of their reason. */
export const duplicateReasons = ['ssn', 'name', 'email', 'phone'] as const
export type DuplicateReason = (typeof duplicateReasons)[number]

const { id, client_first_name, client_last_name, dob, status } = LikelyDuplicate.properties
const Reasons = Type.Array(Type.Enum(duplicateReasons), {
  description: 'What the records have in common; `name` is the name with the birth date',
})

export const PairedClient = Type.Object({ id, client_first_name, client_last_name, dob, status })
export type PairedClient = Static<typeof PairedClient>

/** Two records that may be of one person; the one that was added first is the first. */
export const DuplicatePair = Type.Object({ clients: Type.Array(PairedClient), reasons: Reasons })
export type DuplicatePair = Static<typeof DuplicatePair>

/** How many pairs a page of the queue has. */
export const duplicatePage = 50
/** How many pairs the queue counts. A total that is as high stands for these or more. */
export const mostDuplicatePairs = 1_000

/** The pairs with most reasons first. */
export const DuplicateQueue = Type.Object({
  pairs: Type.Array(DuplicatePair),
  total: Type.Integer({ description: `At most ${mostDuplicatePairs}` }),
})

/** The records that may be of the same person as one client, with the most reasons first, at most five. */
export const ClientDuplicates = Type.Object({
  clients: Type.Array(Type.Object({ ...PairedClient.properties, reasons: Reasons })),
})

export const DistinctClient = Strict({ other_id: Id })

export const duplicateApi = {
  list: route('GET', '/clients/duplicates', { query: DuplicateQuery, response: LikelyDuplicates }),
  queue: route('GET', '/clients/duplicates/queue', {
    query: Strict({ offset: Type.Optional(Offset) }),
    response: DuplicateQueue,
  }),
  ofClient: route('GET', '/clients/:id/duplicates', { response: ClientDuplicates }),
  dismiss: route('POST', '/clients/:id/not-duplicates', { body: DistinctClient }),
}
