import type { ClientStatus } from '@agency/contract/client-fields'

export const clientStatusTones: Readonly<Record<ClientStatus, string | undefined>> = {
  active: 'success',
  inactive: undefined,
  unpaid: 'warning',
  cancelled: 'danger',
}
