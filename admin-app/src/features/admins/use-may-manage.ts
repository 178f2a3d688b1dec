import { useQuery } from '@tanstack/react-query'
import { capabilitiesQuery } from '../../shared/capabilities'
import { useLogin } from '../../shared/login-store'

/** Whether who is logged in may change staff in this deployment. Until that is known: yes, since the server refuses it. */
export function useMayManage(): boolean {
  const role = useLogin(({ login }) => login?.role)
  const { data } = useQuery(capabilitiesQuery())
  return role === 'power' || data?.admin_management !== 'power'
}
