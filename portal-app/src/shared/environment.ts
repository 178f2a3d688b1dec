import { initialsOf, telephoneLink } from '@agency/contract/agency-contact'
import type { Environment } from '@agency/contract/environment'
import { parseEnvironment } from '@agency/contract/page-environment'

/** Tokens in the screens that the build renders; the bff fills them in. */
const tokens: Environment = {
  apiBase: '/session/_api',
  uiBase: '/session/_ui/',
  agency: { name: '{{agency.name}}', phone: '{{agency.phone}}', website: '{{agency.website}}', logo: null },
  portalUrl: '/session/',
}

export const environment = import.meta.env.SSR
  ? tokens
  : parseEnvironment(document.getElementById('env')?.textContent ?? '{}')

/** At most two initials of the agency, for where it has no logo. */
export const agencyInitials = import.meta.env.SSR ? '{{agency.initials}}' : initialsOf(environment.agency.name)

/** Empty while the agency has none. The server's HTML has the same elements then, and app.css hides them. */
export const agencyPhone = environment.agency.phone ?? ''
export const agencyWebsite = environment.agency.website ?? ''

/** The link that calls the agency. */
export const agencyTelephone = import.meta.env.SSR ? '{{agency.tel}}' : telephoneLink(agencyPhone)
