import type { Static } from 'typebox'
import * as Type from 'typebox'
import { Nullable } from './common.ts'

/** The e-mail with a session's signed documents, or the link to them, as its client may ask for it. */
export const CopyEmail = Type.Object({
  to: Nullable(
    Type.String({
      description:
        'The client’s address, masked, such as i•••@example.com; null: no e-mails are sent, there is no address, or the documents are not all sealed',
    }),
  ),
  attached: Type.Boolean({ description: 'Whether it has the documents attached, instead of a link' }),
})
export type CopyEmail = Static<typeof CopyEmail>
