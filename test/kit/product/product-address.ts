export const credentials = { username: 'admin', password: 'a password for the tests' }

export const agency = {
  name: 'Harbor Lane Insurance',
  phone: '(305) 555-0100',
  website: 'https://www.harborlane.example/',
}
/** Without them nothing is sent to clients. */
export const agencySettings = { AGENCY_NAME: agency.name, AGENCY_PHONE: agency.phone, AGENCY_WEBSITE: agency.website }

/** An address on the host of the staff. */
export const staffUrl = (path: string): string => `${process.env.STAFF_URL}${path}`

/** An address on the client-facing host. */
export const clientUrl = (path: string): string => `${process.env.CLIENT_URL}${path}`

/** The agency's public website, to which the client-facing host redirects all but portal pages. */
export const websiteUrl = (): string => `${process.env.WEBSITE_URL}`
