import type { ReactNode } from 'react'
import { Navigate, useParams } from 'react-router-dom'
import { paths } from '../shared/paths.ts'
import { OpenSessionContext, useSession } from '../shared/session-store.ts'

/** Renders its children if the session of the address is open; otherwise redirects to its passcode screen. */
export function RequireSession({ children }: { readonly children: ReactNode }) {
  const { code = '' } = useParams()
  const session = useSession((state) => state.session)
  if (session?.session_code !== code) return <Navigate to={paths.passcode(code)} replace />
  return <OpenSessionContext value={session}>{children}</OpenSessionContext>
}
