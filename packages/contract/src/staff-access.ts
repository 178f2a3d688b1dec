import type { Static } from 'typebox'
import * as Type from 'typebox'
import { AdminRole, CreateAdmin } from './admins.ts'
import { Id, Nullable, Strict, Timestamp } from './common.ts'
import { messageStates } from './messages.ts'
import { route } from './route.ts'

const { password: Password, ...profile } = CreateAdmin.properties

export const InviteAdmin = Strict(profile)
export type InviteAdmin = Static<typeof InviteAdmin>

/** An invitation that is not accepted yet. Its link is shown only where no mail server is set up. */
export const Invitation = Type.Object({
  id: Id,
  email: Type.String(),
  username: Type.String(),
  role: AdminRole,
  first_name: Type.String(),
  last_name: Type.String(),
  expires_at: Timestamp,
  expired: Type.Boolean(),
  ended: Type.Boolean({
    description: 'True if its inviter was deleted, or may no longer give this role. Send it again',
  }),
  invited_by_name: Nullable(Type.String({ description: 'Who sent it last, also after their account was deleted' })),
  sent_at: Timestamp,
  delivery: Type.Union([Type.Enum(messageStates), Type.Null()], {
    description: 'State of its message; null if that is no longer known',
  }),
})
export type Invitation = Static<typeof Invitation>

/** A link that works once, to give by hand where no mail server is set up. */
export const LinkByHand = Type.Object({ link: Type.String() })
export type LinkByHand = Static<typeof LinkByHand>

/** The secret of a link that works once: 256 bits. */
const LinkToken = Type.String({ maxLength: 100 })

export const OpenLink = Strict({ token: LinkToken })

export const LinkHolder = Type.Object({ first_name: Type.String(), username: Type.String() })
export type LinkHolder = Static<typeof LinkHolder>

export const ChoosePassword = Strict({ token: LinkToken, password: Password })

export const ForgottenPassword = Strict({ login: Type.String({ minLength: 1, maxLength: 320 }) })

export const invitationApi = {
  list: route('GET', '/admin/invitations', { response: Type.Array(Invitation) }),
  create: route('POST', '/admin/invitations', { body: InviteAdmin, response: Invitation }),
  resend: route('POST', '/admin/invitations/:id/resend'),
  link: route('POST', '/admin/invitations/:id/link', { response: LinkByHand }),
  revoke: route('DELETE', '/admin/invitations/:id'),
  open: route('POST', '/admin/invitations/open', { body: OpenLink, response: LinkHolder }),
  finish: route('POST', '/admin/invitations/accept', { body: ChoosePassword }),
}

export const passwordResetApi = {
  link: route('POST', '/admin/:id/password-link', { response: LinkByHand }),
  request: route('POST', '/admin/password-resets', { body: ForgottenPassword }),
  open: route('POST', '/admin/password-resets/open', { body: OpenLink, response: LinkHolder }),
  finish: route('POST', '/admin/password-resets/finish', { body: ChoosePassword }),
}
