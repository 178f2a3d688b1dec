import { Account, type AccountSetup } from '@agency/contract/admins'
import { queryOptions } from '@tanstack/react-query'
import { parseAnswer } from '../../shared/answer'
import { api } from '../../shared/api'

/** The record of who is logged in. */
export const accountQuery = queryOptions({
  queryKey: ['admins', 'me'],
  queryFn: async ({ signal }) => parseAnswer(Account, await api().get('admin/me', { signal }).json()),
})

/** Sets one's own password; all other logins end. @throws HTTPError INVALID_INPUT naming the wrong field */
export async function changePassword(id: string, current_password: string, password: string): Promise<void> {
  await api().put(`admin/${id}/password`, { json: { current_password, password } })
}

/** Sets up the account of the first admin. @throws HTTPError WRONG_STATE when that has been done */
export async function setUpAccount(body: AccountSetup): Promise<Account> {
  return parseAnswer(Account, await api().post('admin/me/setup', { json: body }).json())
}
