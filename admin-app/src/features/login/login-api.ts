import { LoginAnswer } from '@agency/contract/admins'
import { parseAnswer } from '../../shared/answer'
import { api } from '../../shared/api'

/** Asks for a session. The device cookie goes along, also to an API on a host of its own. @throws HTTPError when it is refused. */
export async function logIn(username: string, password: string): Promise<LoginAnswer> {
  const options = { json: { username, password }, credentials: 'include' } as const
  return parseAnswer(LoginAnswer, await api().post('admin/login', options).json())
}
