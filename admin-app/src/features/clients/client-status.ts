import type { ClientStatus } from '@agency/contract/client-fields'

/** The tone of the badge of a status. */
export const clientStatusTones: Readonly<Record<ClientStatus, string | undefined>> = {
  active: 'success',
  inactive: undefined,
  unpaid: 'warning',
  cancelled: 'danger',
}
