import { api, bearer } from '../shared/api'
import { endLogin, useLogin } from '../shared/login-store'

/**
 * Ends the session here at once and asks the server to end it too. The server may be out of reach: then its session
 * runs out by itself, and the person is logged out all the same.
 */
export function logOut(): void {
  const token = useLogin.getState().login?.token
  // Named here, since nothing is stored any more by the time the request is sent.
  const headers = token === undefined ? {} : { Authorization: bearer(token) }
  endLogin('logged-out')
  api()
    .post('admin/logout', { headers })
    .catch(() => undefined)
}
