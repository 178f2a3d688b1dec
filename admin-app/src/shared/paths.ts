import type { ClientStatus } from 'contract/client-fields'

/** Every page's address, below the base `/admin`. */
export const base = '/admin'

export const paths = {
  login: '/login',
  dashboard: '/dashboard',
  clients: '/clients',
  client: (id: string) => `/clients/${id}`,
  session: (clientId: string, sessionCode: string) => `/clients/${clientId}/sessions/${sessionCode}`,
  forms: '/forms',
  manage: '/manage',
  admin: (id: string) => `/admins/${id}`,
  newAdmin: '/admins/new',
} as const

/** The same addresses as the router matches them. */
export const routes = {
  client: '/clients/:clientId',
  session: '/clients/:clientId/sessions/:sessionCode',
  admin: '/admins/:adminId',
} as const

/** The list of clients with one status, or of all. */
export const clientsWith = (status: ClientStatus | null): string =>
  status === null ? paths.clients : `${paths.clients}?status=${status}`
