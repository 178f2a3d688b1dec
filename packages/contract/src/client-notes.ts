import type { Static } from 'typebox'
import * as Type from 'typebox'
import { BaseVersion, Id, Nullable, Offset, RichTextHtml, Strict, Timestamp, Version } from './common.ts'
import { route } from './route.ts'

export const noteKinds = ['note', 'call', 'meeting', 'text'] as const
export type NoteKind = (typeof noteKinds)[number]

export const notesPerPage = 50

const Kind = Type.Enum(noteKinds)
const StaffName = Nullable(Type.String({ description: 'Also after the account was deleted' }))

export const ClientNote = Type.Object({
  id: Id,
  kind: Kind,
  text: Type.String({ description: 'Sanitised HTML' }),
  pinned: Type.Boolean(),
  author_id: Id,
  author_name: StaffName,
  created_at: Timestamp,
  may_delete: Type.Boolean({ description: 'Whether the caller may delete it, apart from an archived record' }),
  former_texts: Type.Integer({ description: 'How often its text was changed' }),
  version: Version,
})
export type ClientNote = Static<typeof ClientNote>

/** The notes of a client: the two of its record, which stay pinned above, and a page of the dated ones. */
export const ClientNotes = Type.Object({
  record: Type.Object(
    { notes: Nullable(Type.String()), notes_2: Nullable(Type.String()) },
    { description: 'The fields of the client record; they are changed there' },
  ),
  notes: Type.Array(ClientNote, { description: 'Pinned ones first, then the newest' }),
  more: Type.Boolean({ description: 'Whether there are notes after this page' }),
})
export type ClientNotes = Static<typeof ClientNotes>

export const ClientNotesQuery = Strict({ offset: Type.Optional(Offset) })

export const AddClientNote = Strict({
  kind: Type.Optional(Kind),
  text: RichTextHtml,
  pinned: Type.Optional(Type.Boolean()),
})
export type AddClientNote = Static<typeof AddClientNote>

export const UpdateClientNote = Strict({
  version: BaseVersion,
  kind: Type.Optional(Kind),
  text: Type.Optional(RichTextHtml),
  pinned: Type.Optional(Type.Boolean()),
})
export type UpdateClientNote = Static<typeof UpdateClientNote>

export const FormerNoteText = Type.Object({
  id: Id,
  text: Type.String(),
  replaced_at: Timestamp,
  replaced_by: Id,
  replaced_by_name: StaffName,
})
export type FormerNoteText = Static<typeof FormerNoteText>

export const NoteHistory = Type.Object({ texts: Type.Array(FormerNoteText) })

const path = '/clients/:id/notes'

export const clientNoteApi = {
  list: route('GET', path, { query: ClientNotesQuery, response: ClientNotes }),
  add: route('POST', path, { body: AddClientNote, response: ClientNote }),
  update: route('PATCH', `${path}/:noteId`, { body: UpdateClientNote, response: ClientNote }),
  remove: route('DELETE', `${path}/:noteId`),
  history: route('GET', `${path}/:noteId/history`, { response: NoteHistory }),
}
