import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { Loading } from '../../shared/loading/loading'
import { isLive, useLogin } from '../../shared/login-store'
import { PageHeading } from '../../shared/page-heading'
import { paths } from '../../shared/paths'
import { showToast } from '../../shared/toasts/toasts'
import { finishProviderLogin } from './finish-provider-login'
import type { LoginNavigation } from './login-navigation'
import styles from './login-page.module.css'

/** Where a provider sends the browser back to: ends the login, and leads on. */
export function ProviderReturnPage() {
  const { search } = useLocation()
  const navigate = useNavigate()
  // The answer works once, so it is sent once. A query would not do: a new login empties the cache.
  const isSent = useRef(false)
  useEffect(() => {
    if (isSent.current) return
    isSent.current = true
    void finishProviderLogin(search).then((ended) => {
      if (ended.kind === 'logged-in') return navigate(ended.to, { replace: true })
      const text =
        ended.kind === 'connected' ? `${ended.label} is connected. You can log in with it now.` : ended.message
      if (isLoggedIn()) {
        showToast({ text })
        return navigate('/', { replace: true })
      }
      const state: LoginNavigation = { error: text }
      return navigate(paths.login, { replace: true, state })
    })
  }, [search, navigate])
  return (
    <main className={styles.page}>
      <div className={`card ${styles.card}`}>
        <PageHeading title="Logging in">Logging in</PageHeading>
        <Loading label="Logging in" skeleton={styles.loading} />
      </div>
    </main>
  )
}

function isLoggedIn(): boolean {
  const { login } = useLogin.getState()
  return login !== null && isLive(login.token, Date.now())
}
