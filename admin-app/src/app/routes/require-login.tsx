import { Navigate, Outlet, useLocation } from 'react-router-dom'
import type { LoginNavigation } from '../../features/login/login-navigation'
import { isLive, useLogin } from '../../shared/login-store'
import { paths } from '../../shared/paths'
import { loadedPart } from '../../shared/shared-ui'
import { PageSkeleton } from '../frame/page-skeleton'

const RequiredSetUp = loadedPart(async () => (await import('../frame/required-set-up')).RequiredSetUp, <PageSkeleton />)

const expiredMessage = 'Your login has expired. Please log in again.'
const otherTabMessage = 'You have logged out in another tab. Please log in again.'

/** Requires a live login with the agency's second factor. Others log in, and return to the same page. */
export function RequireLogin() {
  const { login, ended } = useLogin()
  const { pathname, search, hash, state: fromState } = useLocation()
  if (login !== null && isLive(login.token, Date.now())) {
    return login.secondFactor === 'required' ? <RequiredSetUp /> : <Outlet />
  }
  const error = login === null ? messages[ended ?? 'logged-out'] : expiredMessage
  const state: LoginNavigation = {
    ...(ended === 'logged-out' ? {} : { from: `${pathname}${search}${hash}`, fromState }),
    ...(error === undefined ? {} : { error }),
  }
  return <Navigate to={paths.login} replace state={state} />
}

const messages = {
  expired: expiredMessage,
  'logged-out-in-another-tab': otherTabMessage,
  'logged-out': undefined,
} as const
