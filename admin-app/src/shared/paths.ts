import type { ClientStatus } from '@agency/contract/client-fields'
import type { FollowUp } from '@agency/contract/clients'
import type { Language } from '@agency/contract/esign'
import type { MessageKind } from '@agency/contract/messages'
import type { Permission } from '@agency/contract/permissions'

export const base = '/admin'

export const paths = {
  login: '/login',
  /** Where an OpenID provider sends the browser back to; core-api names it to providers. */
  providerReturn: '/login/provider',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  acceptInvitation: '/accept-invitation',
  dashboard: '/dashboard',
  clients: '/clients',
  client: (id: string) => `/clients/${id}`,
  session: (clientId: string, sessionCode: string) => `/clients/${clientId}/sessions/${sessionCode}`,
  duplicates: '/duplicates',
  merge: (id: string, otherId: string) => `/clients/${id}/merge/${otherId}`,
  imports: '/import',
  import: (id: string) => `/import/${id}`,
  sessions: '/sessions',
  policies: '/policies',
  forms: '/forms',
  manage: '/manage',
  admin: (id: string) => `/admins/${id}`,
  newAdmin: '/admins/new',
  account: '/account',
  agency: '/agency',
  channels: '/mail-and-texts',
  teams: '/teams',
  presets: '/presets',
  reminders: '/reminders',
  health: '/health',
  outbox: '/outbox',
  security: '/security',
  messageTemplates: '/message-templates',
  messageTemplate: (kind: MessageKind, language: Language) => `/message-templates/${kind}/${language}`,
} as const

interface OfficeScreen {
  readonly label: string
  readonly to: string
  /** What it needs; nothing for what all staff may see. */
  readonly permission?: Permission
  /** Other words by which the command palette finds it; nothing if it has a command of its own. */
  readonly words?: string
  /** Found in the palette by its words alone. */
  readonly isRare?: true
  /** The start of the addresses of pages that belong to it. */
  readonly below?: string
}

/** The pages of the settings, in the order of their navigation; the command palette goes to them too. */
export const officeScreens: readonly OfficeScreen[] = [
  { label: 'Account', to: paths.account },
  { label: 'Security', to: paths.security, words: 'settings second factor passkey logins password', isRare: true },
  {
    label: 'Agency',
    to: paths.agency,
    permission: 'agency.write',
    words: 'settings name phone website logo colour color branding archive whole export',
  },
  {
    label: 'Mail and texts',
    to: paths.channels,
    permission: 'agency.write',
    words: 'settings server smtp sms gateway test message sender',
    isRare: true,
  },
  { label: 'Staff', to: paths.manage, permission: 'admins.read', below: '/admins/' },
  { label: 'Teams', to: paths.teams, permission: 'teams.manage', words: 'settings staff', isRare: true },
  {
    label: 'Messages',
    to: paths.messageTemplates,
    permission: 'messages.write',
    words: 'settings templates email text reminder invitation wording',
    below: `${paths.messageTemplates}/`,
  },
  { label: 'Presets', to: paths.presets, permission: 'forms.read', words: 'settings forms', isRare: true },
  { label: 'Reminders', to: paths.reminders, permission: 'clients.read', words: 'settings plan days', isRare: true },
  { label: 'Health', to: paths.health, permission: 'service.read', words: 'checks status disk certificate backup' },
]
/** The query parameter that names the declined document that another is to replace. */
export const replacedParameter = 'replace'

/** A session's page, where another document is chosen in place of a declined one. */
export const replaceDocument = (clientId: string, sessionCode: string, formId: string): string =>
  `${paths.session(clientId, sessionCode)}?${replacedParameter}=${formId}`

export const routes = {
  client: '/clients/:clientId',
  merge: '/clients/:clientId/merge/:otherId',
  session: '/clients/:clientId/sessions/:sessionCode',
  import: '/import/:importId',
  admin: '/admins/:adminId',
  messageTemplate: '/message-templates/:kind/:language',
} as const

export const clientsWith = (status: ClientStatus | null): string =>
  status === null ? paths.clients : `${paths.clients}?status=${status}`

/** The clients with an overdue or coming follow-up, the earliest first. */
export const clientsToFollowUp = (when: FollowUp): string => `${paths.clients}?follow_up=${when}&sort=next_f_u_date`

export const clientsProposing = `${paths.clients}?proposals=open`

export const sessionsWaiting = `${paths.sessions}?status=waiting`

export const sessionsWaitingForUs = `${paths.sessions}?status=waiting_for_us`

/** The sessions that wait for their client, and to which nothing was sent within three days. */
export const sessionsWaitingLong = `${paths.sessions}?status=waiting_long`

/** The sessions that wait for their client and expire within seven days. */
export const sessionsExpiring = `${paths.sessions}?status=expiring`

/** The sessions with a signed document that could not be sealed. */
export const sessionsUnsealed = `${paths.sessions}?status=sealing_failed`

export const sessionsDeclined = `${paths.sessions}?status=declined`

/** The sessions with documents signed since the start of a day, `YYYY-MM-DD`. */
export const sessionsSignedSince = (day: string): string => `${paths.sessions}?signed_since=${day}`

/** The page number of a list in an address, from 1; 1 when it is missing or invalid. */
export function readPage(params: URLSearchParams): number {
  const page = Number(params.get('page'))
  return Number.isInteger(page) && page >= 1 ? page : 1
}
