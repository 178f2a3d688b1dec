import { linkInLanguage } from '@agency/contract/page-language'
import { type ReactNode, useEffect, useState } from 'react'
import { Navigate, useParams } from 'react-router-dom'
import { useLanguage, useMessages } from '../shared/language.ts'
import { paths } from '../shared/paths.ts'
import { pendingLogout } from '../shared/pending-logout.ts'
import { isStoredUnreadable, OpenSessionContext, useSession } from '../shared/session-store.ts'
import { useShownScreen } from '../shared/shown-screen.ts'
import { findSession } from './find-session.ts'

/**
 * Another tab, or the form without script, may have opened it, so the server is asked, but not after unreadable data or
 * a logout that has not reached the server.
 */
export function RequireSession({ children }: { readonly children: ReactNode }) {
  const { code = '' } = useParams()
  const { session, ending } = useSession()
  if (session?.session_code === code) return <OpenSessionContext value={session}>{children}</OpenSessionContext>
  if (ending?.code === code) return <ToPasscode code={code} />
  return <FindSession key={code} code={code} />
}

function FindSession({ code }: { readonly code: string }) {
  const t = useMessages()
  const open = useSession((state) => state.open)
  const [isMissing, setMissing] = useState(() => isStoredUnreadable() || pendingLogout() === code)
  const isCookieBlocked = useShownScreen()?.fault?.code === 'COOKIES_BLOCKED'
  useEffect(() => {
    if (isMissing) return
    let isShown = true
    void findSession(code).then((found) => {
      if (!isShown) return
      if (found?.session_code === code) return open(found)
      // The form without script has led here, and the browser did not keep its cookie.
      if (isCookieBlocked) useSession.setState({ ending: { code, reason: 'cookies' } })
      setMissing(true)
    })
    return () => {
      isShown = false
    }
  }, [code, open, isMissing, isCookieBlocked])
  return isMissing ? <ToPasscode code={code} /> : <p role="status">{t('loading')}</p>
}

/** In the client's language, which the session no longer says after a reload. */
function ToPasscode({ code }: { readonly code: string }) {
  const language = useLanguage((state) => state.language)
  return <Navigate to={linkInLanguage(paths.passcode(code), language)} replace />
}
