import { linkInLanguage } from '@agency/contract/page-language'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useLanguage, useMessages } from './language.ts'
import { paths } from './paths.ts'
import { notePendingLogout } from './pending-logout.ts'
import { useSession } from './session-store.ts'

/** Notes the logout without the server, and repeats it later. */
export function LogOut({ code }: { readonly code: string }) {
  const t = useMessages()
  const navigate = useNavigate()
  const close = useSession((state) => state.close)
  const [busy, setBusy] = useState(false)

  async function logOut() {
    if (busy) return
    setBusy(true)
    const { endSession } = await import('./session-api.ts')
    if (!(await endSession(code))) notePendingLogout(code)
    close('left')
    await navigate(linkInLanguage(paths.passcode(code), useLanguage.getState().language))
  }

  return (
    <button type="button" className="link-button" aria-busy={busy} onClick={logOut}>
      {t('logOut')}
    </button>
  )
}
