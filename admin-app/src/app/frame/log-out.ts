import { api, bearer } from '../../shared/api'
import { endLogin, useLogin } from '../../shared/login-store'

/** Ends the login in this browser at once. When the server is unreachable, its session expires later. */
export const logOut = (): void => end('logged-out')

/** Ends an idle login. Drafts are kept, as when the server ends a login. */
export const logOutIdle = (): void => end('expired')

function end(how: 'logged-out' | 'expired'): void {
  const token = useLogin.getState().login?.token
  if (token === undefined) return
  // Set explicitly: the stored token is removed before the request is sent.
  const headers = { Authorization: bearer(token) }
  endLogin(how)
  api()
    .post('admin/logout', { headers })
    .catch(() => undefined)
}
