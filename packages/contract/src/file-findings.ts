import type { Static } from 'typebox'
import * as Type from 'typebox'
import { Id, Nullable, Timestamp } from './common.ts'
import { route } from './route.ts'

/** A record whose file is missing or damaged. Without titles and file names, which may name a person. */
const FileUse = Type.Object({
  kind: Type.Enum(['document', 'form', 'session-document', 'sealed-document'], {
    description: 'An uploaded file, a form of the library, a document of a session as attached, or as sealed',
  }),
  id: Id,
  client_id: Nullable(Id),
  session_id: Nullable(Id),
})

export const FileFinding = Type.Object({
  file_id: Id,
  state: Type.Enum(['missing', 'damaged']),
  found_at: Timestamp,
  used_in: Type.Array(FileUse),
})
export type FileFinding = Static<typeof FileFinding>

export const fileFindingApi = { list: route('GET', '/file-findings', { response: Type.Array(FileFinding) }) }
