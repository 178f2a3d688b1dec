import type { Static } from 'typebox'
import * as Type from 'typebox'
import { Strict } from './common.ts'
import { route } from './route.ts'

/** Staff type the name or code of what they delete permanently, so that no record is deleted by mistake. */
export const ConfirmDeletion = Strict({
  confirmation: Type.String({
    maxLength: 2_000,
    description:
      'The name of the client, or `delete` for a client without a name; the code of the session. Case, spaces and ' +
      'hyphens do not count.',
  }),
})
export type ConfirmDeletion = Static<typeof ConfirmDeletion>

interface Named {
  client_first_name: string | null
  client_last_name: string | null
}

export const clientDeletionWords = ({ client_first_name, client_last_name }: Named): string =>
  `${client_first_name ?? ''} ${client_last_name ?? ''}`.trim() || 'delete'

const plain = (text: string): string => text.replace(/[\s-]+/g, '').toLowerCase()

/** Whether a typed text confirms a deletion. @param words the name or code that it must be */
export const confirmsDeletion = (typed: string, words: string): boolean => plain(typed) === plain(words)

export const deletionApi = {
  client: route('DELETE', '/clients/:id', { body: ConfirmDeletion }),
  session: route('DELETE', '/session/:code', { body: ConfirmDeletion }),
}
