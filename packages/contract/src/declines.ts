import type { Static } from 'typebox'
import * as Type from 'typebox'
import { Id, Nullable, Version } from './common.ts'
import { route } from './route.ts'

export const DeclinedDocument = Type.Object({
  id: Id,
  title: Nullable(Type.String()),
  client_id: Id,
  client_first_name: Nullable(Type.String()),
  client_last_name: Nullable(Type.String()),
  client_phone: Nullable(Type.String()),
  session_id: Id,
  session_code: Type.String(),
  declined_at: Nullable(Type.String({ format: 'date-time', description: 'Null if staff have marked it as declined' })),
  declined_from: Nullable(Type.String({ description: 'Network address; null if declined at the provider' })),
  decline_reason: Nullable(Type.String({ description: 'Null if the provider gives none' })),
  version: Version,
})
export type DeclinedDocument = Static<typeof DeclinedDocument>

/** Newest first, at most 20. */
export const DeclinedDocumentList = Type.Object({ documents: Type.Array(DeclinedDocument) })

export const declineApi = { list: route('GET', '/declined-documents', { response: DeclinedDocumentList }) }
