import { Admin, AdminHoldings, type CreateAdmin, type UpdateAdmin } from '@agency/contract/admins'
import type { ClientKeepers } from '@agency/contract/clients'
import { HandedOver } from '@agency/contract/hand-overs'
import { queryOptions } from '@tanstack/react-query'
import { adminsKey } from '../../shared/admin-queries'
import { parseAnswer } from '../../shared/answer'
import { api, ifMatch } from '../../shared/api'

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

/** Removes someone's second factors and ends their logins. */
export async function removeFactors(id: string): Promise<void> {
  await api().post(`admin/${id}/second-factors/remove`)
}

/** What somebody takes over when a staff member is deleted. */
export async function readHoldings(id: string): Promise<AdminHoldings> {
  return parseAnswer(AdminHoldings, await api().get(`admin/${id}/holdings`).json())
}

/** Gives all clients of a staff member another owner or team. */
export async function handOverAll(id: string, to: ClientKeepers): Promise<HandedOver> {
  return parseAnswer(HandedOver, await api().post(`admin/${id}/clients/hand-over`, { json: to }).json())
}

/** Deletes a staff member and ends their logins. @param successor takes over clients and shared views; null for nobody */
export async function deleteAdmin(id: string, successor: string | null): Promise<void> {
  await api().delete(`admin/${id}`, successor === null ? {} : { searchParams: { successor } })
}
