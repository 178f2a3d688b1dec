import { api, bearer } from '../../shared/api'
import { endLogin, useLogin } from '../../shared/login-store'

/**
 * Ends the session here at once and asks the server to end it too. The server may be out of reach: then its session
 * runs out by itself, and the person is logged out all the same.
 */
export const logOut = (): void => end('logged-out')

/** The same when nobody has used it for too long: what was typed is kept, as when the server ends a session. */
export const logOutIdle = (): void => end('expired')

function end(how: 'logged-out' | 'expired'): void {
  const token = useLogin.getState().login?.token
  if (token === undefined) return
  // Named here, since nothing is stored any more by the time the request is sent.
  const headers = { Authorization: bearer(token) }
  endLogin(how)
  api()
    .post('admin/logout', { headers })
    .catch(() => undefined)
}
