import type { Static } from 'typebox'
import * as Type from 'typebox'
import { Nullable, Strict, Version } from './common.ts'
import { emailAddressLength } from './email-address.ts'
import { route } from './route.ts'

/** What the product is called where the agency has no name yet. */
export const unnamedAgency = 'Agency portal'

/** What anybody may know of the agency: the pages show it before a login. */
export const PublicAgency = Type.Object({
  name: Type.String({ description: `${unnamedAgency} while it is not set` }),
  phone: Nullable(Type.String()),
  website: Nullable(Type.String()),
  logo: Nullable(Type.String({ description: 'The name of its file, below /agency/' })),
  theme: Nullable(Type.String({ description: 'The name of the stylesheet of its colour, below /agency/' })),
})
export type PublicAgency = Static<typeof PublicAgency>

export const requiredAgencyFields = ['name', 'phone'] as const
export type RequiredAgencyField = (typeof requiredAgencyFields)[number]

export const AgencySettings = Type.Object({
  name: Nullable(Type.String()),
  phone: Nullable(Type.String()),
  website: Nullable(Type.String()),
  address: Nullable(Type.String({ description: 'The postal address, at the end of emails' })),
  color: Nullable(Type.String({ description: '#rrggbb' })),
  logo: Nullable(Type.String({ description: 'The name of its file, below /agency/' })),
  sender_name: Nullable(Type.String({ description: 'Shown beside the address that emails come from' })),
  sender_address: Nullable(Type.String()),
  missing: Type.Array(Type.Enum([...requiredAgencyFields]), {
    description: 'What must be set before anything is sent to a client',
  }),
  version: Version,
})
export type AgencySettings = Static<typeof AgencySettings>

const text = (maxLength: number) => Type.Optional(Nullable(Type.String({ maxLength })))

/** Absent fields stay unchanged; `null` or a blank text empties one. */
export const UpdateAgency = Strict({
  name: text(100),
  phone: text(40),
  website: text(500),
  address: text(200),
  color: text(7),
  logo: Type.Optional(Type.Null({ description: 'Removes the logo' })),
  sender_name: text(100),
  sender_address: text(emailAddressLength),
})
export type UpdateAgency = Static<typeof UpdateAgency>

/** Bytes; small, since phones load it on the first screen. */
export const largestLogo = 100 * 1024

export const agencyApi = {
  read: route('GET', '/agency', { response: PublicAgency }),
  settings: route('GET', '/agency-settings', { response: AgencySettings }),
  update: route('PATCH', '/agency-settings', { body: UpdateAgency, response: AgencySettings }),
  setLogo: route('POST', '/agency-settings/logo', { response: AgencySettings }),
}
