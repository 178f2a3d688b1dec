import { PlainButton } from '@agency/shared-ui/host/plain-button'
import { useMutation } from '@tanstack/react-query'
import { type FocusEvent, type SubmitEvent, useState } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { Field } from '../../shared/controls/field'
import { useEnvironment } from '../../shared/environment'
import { isLive, useLogin } from '../../shared/login-store'
import { PageHeading } from '../../shared/page-heading'
import { Button } from '../../shared/shared-ui'
import { type Credentials, refused } from './credentials'
import { readLoginNavigation } from './login-navigation'
import styles from './login-page.module.css'

interface LoginPageProps {
  /** Called when a field gets the focus: the next screen can be loaded while the person types. */
  readonly onTyping: () => void
}

/** The staff login. A person with a live login is redirected to the page they came from, or to the dashboard. */
export function LoginPage({ onTyping }: LoginPageProps) {
  const { agency } = useEnvironment()
  const location = useLocation()
  const { from, fromState, error } = readLoginNavigation(location.state)
  const [message, setMessage] = useState(error)
  // shared-ui comes after the first screen.
  const [typing, setTyping] = useState(false)
  const SubmitButton = typing ? Button : PlainButton
  const token = useLogin((state) => state.login?.token)
  const login = useMutation({
    mutationFn: async (credentials: Credentials) => (await loadApi()).logIn(credentials),
    onMutate: () => setMessage(undefined),
    onSuccess: setMessage,
    onError: () => setMessage(refused),
  })
  if (token !== undefined && isLive(token, Date.now())) return <Navigate to={from ?? '/'} replace state={fromState} />

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!login.isPending) login.mutate(readCredentials(event.currentTarget))
  }
  const startTyping = ({ target }: FocusEvent) => {
    // The button is not replaced while it is pressed.
    if (!(target instanceof HTMLInputElement)) return
    setTyping(true)
    // A failure is told when the form is sent.
    loadApi().catch(() => undefined)
    onTyping()
  }
  return (
    <main className={styles.page}>
      <form className={`card ${styles.card}`} onSubmit={submit} onFocus={startTyping} noValidate>
        <div>
          <p className={styles.agency}>{agency.name}</p>
          <PageHeading title="Login">Staff login</PageHeading>
        </div>
        {message !== undefined && (
          <p className="notice" data-tone="danger" role="alert">
            {message}
          </p>
        )}
        <Field label="Username">
          {(ties) => (
            <input
              {...ties}
              name="username"
              type="text"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
            />
          )}
        </Field>
        <Field label="Password">
          {(ties) => <input {...ties} name="password" type="password" autoComplete="current-password" />}
        </Field>
        <SubmitButton type="submit" size="large" busy={login.isPending} busyLabel="Logging in...">
          Login
        </SubmitButton>
      </form>
    </main>
  )
}

/** The client of the API comes after the first screen. */
const loadApi = () => import('./login-api')

/** Empty fields are sent too: the server answers them. */
function readCredentials(form: HTMLFormElement): Credentials {
  const data = new FormData(form)
  return { username: String(data.get('username')), password: String(data.get('password')) }
}
