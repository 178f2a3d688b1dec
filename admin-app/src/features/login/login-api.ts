import { LoginAnswer } from 'contract/admins'
import { parseAnswer } from '../../shared/answer'
import { api } from '../../shared/api'

/** Asks for a session. @throws HTTPError when it is refused. */
export async function logIn(username: string, password: string): Promise<LoginAnswer> {
  return parseAnswer(LoginAnswer, await api().post('admin/login', { json: { username, password } }).json())
}
