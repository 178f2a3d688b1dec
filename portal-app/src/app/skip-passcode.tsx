import { type ReactNode, useEffect } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { paths } from '../shared/paths.ts'
import { pendingLogout } from '../shared/pending-logout.ts'
import { isStoredUnreadable, useSession, wasOpened } from '../shared/session-store.ts'
import { findSession } from './find-session.ts'

/** When another tab of this browser has opened the session. After unreadable stored data it is asked for. */
export function SkipPasscode({ children }: { readonly children: ReactNode }) {
  const { code = '' } = useParams()
  const navigate = useNavigate()
  const isKnown = useSession(({ session, ending }) => session !== null || ending !== null)
  useEffect(() => {
    let isMounted = true
    if (isKnown || isStoredUnreadable() || !wasOpened(code) || pendingLogout() === code) return
    void findSession(code).then((session) => {
      if (!isMounted || !session) return
      navigate(paths.dashboard(code), { replace: true })
      useSession.getState().open(session)
    })
    return () => {
      isMounted = false
    }
  }, [code, isKnown, navigate])
  return children
}
