export const clientHost = 'clients.agency.example'
export const otherClientHost = 'portal.agency.example'
export const staffHost = 'staff.agency.example'
export const apiHost = 'api.agency.example'
export const uiHost = 'ui.agency.example'
export const website = 'https://www.agency.example/?from=portal&lang=en'

/** The settings that the services and the router share. */
export const agency = { CLIENT_HOSTS: `${clientHost}, ${otherClientHost}`, AGENCY_WEBSITE: website }

/** What the router knows besides. */
export const otherHosts = { STAFF_HOSTS: staffHost, API_HOSTS: apiHost, UI_HOSTS: uiHost }
