import { Admin, type CreateAdmin, type UpdateAdmin } from '@agency/contract/admins'
import { queryOptions } from '@tanstack/react-query'
import Type from 'typebox'
import { parseAnswer } from '../../shared/answer'
import { api, ifMatch } from '../../shared/api'

/** Prefix of the keys of everything about staff. */
export const adminsKey = ['admins'] as const

/** Everyone who may use the back office. */
export const adminsQuery = queryOptions({
  queryKey: [...adminsKey, 'list'],
  queryFn: async ({ signal }) => parseAnswer(Type.Array(Admin), await api().get('admin/list', { signal }).json()),
})

/** One of them. */
export const adminQuery = (id: string) =>
  queryOptions({
    queryKey: [...adminsKey, 'one', id],
    queryFn: async ({ signal }) => parseAnswer(Admin, await api().get(`admin/${id}`, { signal }).json()),
  })

/** Adds a staff member. */
export async function createAdmin(body: CreateAdmin): Promise<Admin> {
  return parseAnswer(Admin, await api().post('admin/create', { json: body }).json())
}

/** Saves a staff member. @throws HTTPError EDIT_CONFLICT when someone else saved meanwhile */
export async function updateAdmin({ id, version }: Admin, body: UpdateAdmin): Promise<Admin> {
  const options = { json: body, headers: ifMatch(version) }
  return parseAnswer(Admin, await api().put(`admin/${id}/update`, options).json())
}

/** Sets someone's password and ends their logins. */
export async function setPassword(id: string, password: string): Promise<void> {
  await api().put(`admin/${id}/password`, { json: { password } })
}

/** Deletes a staff member and ends their logins. */
export async function deleteAdmin(id: string): Promise<void> {
  await api().delete(`admin/${id}`)
}
