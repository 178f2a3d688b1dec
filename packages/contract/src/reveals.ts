import type { Static } from 'typebox'
import * as Type from 'typebox'
import { Nullable, Strict } from './common.ts'
import { route } from './route.ts'
import { maskedFields } from './sensitive-fields.ts'

export const RevealFields = Strict({
  fields: Type.Array(Type.Enum(maskedFields), { minItems: 1, maxItems: maskedFields.length, uniqueItems: true }),
})
export type RevealFields = Static<typeof RevealFields>

export const RevealedValues = Type.Object({
  values: Type.Record(Type.String(), Nullable(Type.String())),
})
export type RevealedValues = Static<typeof RevealedValues>

export const RevealedProposal = Type.Object({ proposed: Nullable(Type.String()) })
export type RevealedProposal = Static<typeof RevealedProposal>

export const revealApi = {
  fields: route('POST', '/clients/:id/reveals', { body: RevealFields, response: RevealedValues }),
  proposal: route('POST', '/clients/:id/proposals/:proposalId/reveal', { response: RevealedProposal }),
}
