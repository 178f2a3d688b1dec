import type { Static } from 'typebox'
import * as Type from 'typebox'
import { BaseVersion, Id, Line, Nullable, RichTextHtml, Strict, Timestamp, Version } from './common.ts'
import { route } from './route.ts'

const FiledFrom = Type.Object(
  {
    session_form_id: Id,
    session_id: Id,
    session_code: Type.String(),
    voided: Type.Boolean({ description: 'Staff have voided the document since' }),
  },
  { description: 'Of a sealed document: its name and `signed` are fixed, and deleting it needs a reason' },
)

/** A file uploaded to a client's record, or a sealed document that was filed there automatically. */
export const ClientDocument = Type.Object({
  id: Id,
  file_name: Type.String({ description: 'Name of the uploaded file, without a path' }),
  file_url: Type.String({
    description: 'Relative to the API base; valid for this login, for ten minutes; empty without the permission',
  }),
  mime_type: Type.String({ description: 'Detected from the content' }),
  file_size: Type.Integer({ description: 'Bytes' }),
  uploaded_at: Timestamp,
  status: Nullable(Type.String()),
  folder: Nullable(Type.String()),
  signed: Type.Boolean(),
  notes: Nullable(Type.String()),
  scan: Type.Enum(['clean', 'not_scanned'], { description: 'Result of the virus scanner at the upload' }),
  sealed: Nullable(FiledFrom),
  version: Version,
})
export type ClientDocument = Static<typeof ClientDocument>

export const UploadAnswer = Type.Object({ files: Type.Array(ClientDocument) })
export type UploadAnswer = Static<typeof UploadAnswer>

export const UpdateDocument = Strict({
  version: BaseVersion,
  file_name: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
  status: Type.Optional(Nullable(Line)),
  folder: Type.Optional(Nullable(Line)),
  signed: Type.Optional(Type.Boolean()),
  notes: Type.Optional(Nullable(RichTextHtml)),
})
export type UpdateDocument = Static<typeof UpdateDocument>

/** The reason for deleting a signed document, sealed here or uploaded. Other files need no reason. */
export const DeleteDocument = Strict({ reason: Type.String({ minLength: 1, maxLength: 1_000, pattern: '\\S' }) })
export type DeleteDocument = Static<typeof DeleteDocument>

export const documentApi = {
  list: route('GET', '/clients/:id/documents', { response: Type.Array(ClientDocument) }),
  upload: route('POST', '/upload/:clientId', { response: UploadAnswer }),
  update: route('PATCH', '/documents/:id', { body: UpdateDocument, response: ClientDocument }),
  remove: route('DELETE', '/documents/:id'),
  /** Of a sealed document, only the entry is deleted. */
  removeSigned: route('DELETE', '/documents/:id', { body: DeleteDocument }),
}
