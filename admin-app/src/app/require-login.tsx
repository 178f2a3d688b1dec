import { Navigate, Outlet, useLocation } from 'react-router-dom'
import type { LoginNavigation } from '../shared/login-navigation'
import { useLogin } from '../shared/login-store'
import { paths } from '../shared/paths'
import { isLive } from '../shared/token'

const expiredMessage = 'Your session has expired. Please log in again.'

/** Lets only a live login pass; others go to the login screen, and come back to the same place afterwards. */
export function RequireLogin() {
  const { login, ended } = useLogin()
  const { pathname, search, hash } = useLocation()
  if (login !== null && isLive(login.token, Date.now())) return <Outlet />
  const state: LoginNavigation = {
    ...(ended === 'logged-out' ? {} : { from: `${pathname}${search}${hash}` }),
    ...(ended === 'expired' || login !== null ? { error: expiredMessage } : {}),
  }
  return <Navigate to={paths.login} replace state={state} />
}
