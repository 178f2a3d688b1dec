import type { AdminRole } from '@agency/contract/admins'
import { covers, hasPermission, type Management, type Permission } from '@agency/contract/permissions'
import { useQuery } from '@tanstack/react-query'
import { capabilitiesQuery } from './capabilities'
import { useLogin } from './login-store'

function useStanding(): { readonly role: AdminRole; readonly management: Management } {
  const role = useLogin(({ login }) => login?.role) ?? 'auditor'
  const { data } = useQuery(capabilitiesQuery())
  return { role, management: data?.admin_management ?? 'everyone' }
}

/** What depends on the deployment counts as allowed until that is known. The server enforces each. */
export const usePermission = (permission: Permission): boolean => usePermissions()(permission)

export function usePermissions(): (permission: Permission) => boolean {
  const { role, management } = useStanding()
  return (permission) => hasPermission(role, permission, management)
}

/** Which roles the logged-in person may give to others. */
export function useMayGrant(): (role: AdminRole) => boolean {
  const { role: own, management } = useStanding()
  return (role) => covers(own, role, management)
}
