import type { Static } from 'typebox'
import * as Type from 'typebox'
import { PairedClient } from './client-duplicates.ts'
import { type ClientFieldName, clientFields } from './client-fields.ts'
import { Id, Nullable, Strict, Timestamp } from './common.ts'
import { route } from './route.ts'

/** For how many days a merge can be taken apart. */
export const undoMergeDays = 30

const names: ClientFieldName[] = clientFields.map(({ name }) => name)
const FieldName = Type.Enum(names)
const Version = Type.Integer({ minimum: 1 })

export const movedKinds = ['policies', 'sessions', 'documents', 'notes', 'proposals'] as const
export type MovedKind = (typeof movedKinds)[number]

const identity: ReadonlySet<ClientFieldName> = new Set(['client_first_name', 'client_last_name', 'dob', 'ssn'])

/** Whether two values of a field may be those of two people: it says who somebody is, and more than accents or case differ. */
export const areOfOthers = (name: ClientFieldName, one: string, other: string): boolean =>
  identity.has(name) && one.localeCompare(other, undefined, { sensitivity: 'base' }) !== 0

const Count = Type.Integer()
export const ComparedClient = Type.Object({
  ...PairedClient.properties,
  version: Type.Integer(),
  created_at: Timestamp,
  owner_name: Nullable(Type.String()),
  team_name: Nullable(Type.String()),
  has: Type.Object({ policies: Count, sessions: Count, documents: Count, notes: Count, proposals: Count }),
})
export type ComparedClient = Static<typeof ComparedClient>

/** A field that at least one of the records has. Sensitive values are masked, whoever reads them. */
export const ComparedField = Type.Object({
  name: FieldName,
  value: Nullable(Type.String({ description: 'Of the record that is kept' })),
  other_value: Nullable(Type.String()),
  same: Type.Boolean({ description: 'The values are equal, also where masks hide them' }),
  other_is_newer: Type.Boolean({
    description:
      'The value of the other record is to be preselected: names, birth date and SSN only where the kept record has none, or the same but for accents and case',
  }),
})
export type ComparedField = Static<typeof ComparedField>

export const ClientComparison = Type.Object({
  client: ComparedClient,
  other: ComparedClient,
  fields: Type.Array(ComparedField, { description: 'In the order of the record' }),
})
export type ClientComparison = Static<typeof ClientComparison>

export const MergeClients = Strict({
  other_id: Id,
  version: { ...Version, description: 'Of the record that is kept, as it was compared' },
  other_version: { ...Version, description: 'Of the other record, as it was compared' },
  from_other: Type.Array(FieldName, {
    maxItems: names.length,
    uniqueItems: true,
    description: 'The fields whose values come from the other record; consent to texts comes with its phone number',
  }),
})
export type MergeClients = Static<typeof MergeClients>

/** `client_id` is the record that is there after the call: the kept one of a merge, the separated one of an undone merge. */
export const Merged = Type.Object({ id: Id, client_id: Id })
export type Merged = Static<typeof Merged>

export const ClientMerge = Type.Object({
  id: Id,
  client_first_name: Nullable(Type.String({ description: 'Of the other record' })),
  client_last_name: Nullable(Type.String()),
  merged_at: Timestamp,
  merged_by: Nullable(Type.String({ description: 'Name of the staff member; null for a deleted account' })),
  undo_until: Timestamp,
  may_undo: Type.Boolean(),
})
export type ClientMerge = Static<typeof ClientMerge>

export const ClientMerges = Type.Object({ merges: Type.Array(ClientMerge) })

export const mergeApi = {
  compare: route('GET', '/clients/:id/comparison/:otherId', { response: ClientComparison }),
  merge: route('POST', '/clients/:id/merges', { body: MergeClients, response: Merged }),
  list: route('GET', '/clients/:id/merges', { response: ClientMerges }),
  undo: route('POST', '/clients/:id/merges/:mergeId/undo', { response: Merged }),
}
