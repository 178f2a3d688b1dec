import type { Static } from 'typebox'
import * as Type from 'typebox'
import { Nullable, Strict } from './common.ts'
import { route } from './route.ts'
import { maskedFields } from './sensitive-fields.ts'

/** The masked fields of a record whose values are asked for: one that is revealed, or those that a dialog edits. */
export const RevealFields = Strict({
  fields: Type.Array(Type.Enum(maskedFields), { minItems: 1, maxItems: maskedFields.length, uniqueItems: true }),
})
export type RevealFields = Static<typeof RevealFields>

/** The values of the fields that were asked for, by their names. */
export const RevealedValues = Type.Object({
  values: Type.Record(Type.String(), Nullable(Type.String())),
})
export type RevealedValues = Static<typeof RevealedValues>

/** The value that a client proposes for a masked field. */
export const RevealedProposal = Type.Object({ proposed: Nullable(Type.String()) })
export type RevealedProposal = Static<typeof RevealedProposal>

export const revealApi = {
  fields: route('POST', '/clients/:id/reveals', { body: RevealFields, response: RevealedValues }),
  proposal: route('POST', '/clients/:id/proposals/:proposalId/reveal', { response: RevealedProposal }),
}
