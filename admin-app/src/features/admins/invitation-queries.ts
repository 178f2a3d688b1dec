import { type Invitation, invitationApi } from '@agency/contract/staff-access'
import { queryOptions } from '@tanstack/react-query'
import { adminsKey } from '../../shared/admin-queries'
import { callQuery } from '../../shared/call'

export const invitationsKey = [...adminsKey, 'invitations'] as const

/** Invitations that are not accepted yet. */
export const invitationsQuery = queryOptions({
  ...callQuery(invitationsKey, invitationApi.list),
  // Until the mail server has taken each message.
  refetchInterval: ({ state }) => (state.data?.some(isOnItsWay) ? 3_000 : false),
})

const isOnItsWay = ({ delivery }: Invitation): boolean => delivery === 'queued' || delivery === 'sending'
