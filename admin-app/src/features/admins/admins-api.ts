import { Admin, AdminHoldings, type CreateAdmin, type UpdateAdmin } from '@agency/contract/admins'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { adminsKey } from '../../shared/admin-queries'
import { parseAnswer } from '../../shared/answer'
import { api, ifMatch } from '../../shared/api'
import { capabilitiesQuery } from '../../shared/capabilities'
import { useLogin } from '../../shared/login-store'

/** One staff member. */
export const adminQuery = (id: string) =>
  queryOptions({
    queryKey: [...adminsKey, 'one', id],
    queryFn: async ({ signal }) => parseAnswer(Admin, await api().get(`admin/${id}`, { signal }).json()),
  })

/** Adds a staff member. */
export async function createAdmin(body: CreateAdmin): Promise<Admin> {
  return parseAnswer(Admin, await api().post('admin/create', { json: body }).json())
}

/** Saves a staff member. @throws HTTPError EDIT_CONFLICT when someone else has saved since it was read */
export async function updateAdmin({ id, version }: Admin, body: UpdateAdmin): Promise<Admin> {
  const options = { json: body, headers: ifMatch(version) }
  return parseAnswer(Admin, await api().put(`admin/${id}/update`, options).json())
}

/** Sets someone's password and ends their logins. */
export async function setPassword(id: string, password: string): Promise<void> {
  await api().put(`admin/${id}/password`, { json: { password } })
}

/** What somebody takes over when a staff member is deleted. */
export async function readHoldings(id: string): Promise<AdminHoldings> {
  return parseAnswer(AdminHoldings, await api().get(`admin/${id}/holdings`).json())
}

/** Deletes a staff member and ends their logins. @param successor takes over clients and shared views; null for nobody */
export async function deleteAdmin(id: string, successor: string | null): Promise<void> {
  await api().delete(`admin/${id}`, successor === null ? {} : { searchParams: { successor } })
}

/**
 * Whether the logged-in person may change staff in this deployment. True until that is known: the server enforces it.
 */
export function useMayManage(): boolean {
  const role = useLogin(({ login }) => login?.role)
  const { data } = useQuery(capabilitiesQuery())
  return role === 'power' || data?.admin_management !== 'power'
}
