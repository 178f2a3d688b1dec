import { Navigate, Outlet, useLocation } from 'react-router-dom'
import type { LoginNavigation } from '../../features/login/login-navigation'
import { isLive, useLogin } from '../../shared/login-store'
import { paths } from '../../shared/paths'

const expiredMessage = 'Your session has expired. Please log in again.'
const elsewhereMessage = 'You have logged out in another tab. Please log in again.'

/** Lets only a live login pass; others go to the login screen, and come back to the same place afterwards. */
export function RequireLogin() {
  const { login, ended } = useLogin()
  const { pathname, search, hash, state: fromState } = useLocation()
  if (login !== null && isLive(login.token, Date.now())) return <Outlet />
  const error = login === null ? messages[ended ?? 'logged-out'] : expiredMessage
  const state: LoginNavigation = {
    ...(ended === 'logged-out' ? {} : { from: `${pathname}${search}${hash}`, fromState }),
    ...(error === undefined ? {} : { error }),
  }
  return <Navigate to={paths.login} replace state={state} />
}

const messages = { expired: expiredMessage, 'logged-out-elsewhere': elsewhereMessage, 'logged-out': undefined } as const
