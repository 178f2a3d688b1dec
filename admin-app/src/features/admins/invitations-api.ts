import { Invitation, type InviteAdmin } from '@agency/contract/staff-access'
import { queryOptions } from '@tanstack/react-query'
import * as Type from 'typebox'
import { adminsKey } from '../../shared/admin-queries'
import { parseAnswer } from '../../shared/answer'
import { api } from '../../shared/api'

export const invitationsKey = [...adminsKey, 'invitations'] as const

/** Invitations that are not accepted yet. */
export const invitationsQuery = queryOptions({
  queryKey: invitationsKey,
  queryFn: async ({ signal }) =>
    parseAnswer(Type.Array(Invitation), await api().get('admin/invitations', { signal }).json()),
  // Until the mail server has taken each message.
  refetchInterval: ({ state }) => (state.data?.some(isOnItsWay) ? 3_000 : false),
})

const isOnItsWay = ({ delivery }: Invitation): boolean => delivery === 'queued' || delivery === 'sending'

/** Invites somebody by e-mail. */
export async function inviteAdmin(body: InviteAdmin): Promise<void> {
  await api().post('admin/invitations', { json: body })
}

/** Sends an invitation again, with a new link. */
export async function resendInvitation(id: string): Promise<void> {
  await api().post(`admin/invitations/${id}/resend`)
}

/** Ends an invitation. */
export async function revokeInvitation(id: string): Promise<void> {
  await api().delete(`admin/invitations/${id}`)
}
