import { type ReactNode, useEffect, useState } from 'react'
import { Navigate, useNavigate, useParams } from 'react-router-dom'
import { useMessages } from '../shared/language.ts'
import { paths } from '../shared/paths.ts'
import { OpenSessionContext, type StoredSession, useSession, wasOpened } from '../shared/session-store.ts'

/**
 * Renders its children if the session of the address is open; otherwise redirects to its passcode screen. Another tab may
 * have opened it: then only the server knows.
 */
export function RequireSession({ children }: { readonly children: ReactNode }) {
  const { code = '' } = useParams()
  const session = useSession((state) => state.session)
  if (session?.session_code !== code) return <Resuming key={code} code={code} />
  return <OpenSessionContext value={session}>{children}</OpenSessionContext>
}

function Resuming({ code }: { readonly code: string }) {
  const t = useMessages()
  const ended = useSession(({ ending }) => ending?.code === code)
  const [refused, setRefused] = useState(false)
  useEffect(() => {
    let isMounted = true
    if (!ended) {
      void askServer(code).then((session) => {
        if (session) useSession.getState().open(session)
        else if (isMounted) setRefused(true)
      })
    }
    return () => {
      isMounted = false
    }
  }, [code, ended])
  if (ended || refused) return <Navigate to={paths.passcode(code)} replace />
  return <p role="status">{t('loading')}</p>
}

/** Leads past the passcode screen when another tab of this browser has opened the session. */
export function SkipPasscode({ children }: { readonly children: ReactNode }) {
  const { code = '' } = useParams()
  const navigate = useNavigate()
  const isKnown = useSession(({ session, ending }) => session !== null || ending !== null)
  useEffect(() => {
    let isMounted = true
    if (isKnown || !wasOpened(code)) return
    void askServer(code).then((session) => {
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

/** The session that the browser's cookie is valid for, if it is this one. */
async function askServer(code: string): Promise<StoredSession | undefined> {
  return import('../shared/session-api.ts')
    .then(({ fetchOpenSession }) => fetchOpenSession(code))
    .catch(() => undefined)
}
