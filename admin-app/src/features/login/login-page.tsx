import { LoginAnswer } from '@agency/contract/admins'
import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { parseAnswer } from '../../shared/answer'
import { api } from '../../shared/api'
import { readRefusal } from '../../shared/api-error'
import { Field } from '../../shared/controls/field'
import { useEnvironment } from '../../shared/environment'
import { isLive, storeLogin, useLogin } from '../../shared/login-store'
import { PageHeading } from '../../shared/page-heading'
import { Button } from '../../shared/shared-ui'
import { readLoginNavigation } from './login-navigation'
import styles from './login-page.module.css'

/** The staff login. A person with a live login is redirected to the page they came from, or to the dashboard. */
export function LoginPage() {
  const { agency } = useEnvironment()
  const location = useLocation()
  const { from, fromState, error } = readLoginNavigation(location.state)
  const [message, setMessage] = useState(error)
  const token = useLogin((state) => state.login?.token)
  const login = useMutation({
    mutationFn: ({ username, password }: Credentials) => logIn(username, password),
    onMutate: () => setMessage(undefined),
    onSuccess: (answer) => setMessage(acceptLogin(answer)),
    onError: (failure) => setMessage(refusalMessage(failure)),
  })
  if (token !== undefined && isLive(token, Date.now())) return <Navigate to={from ?? '/'} replace state={fromState} />

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!login.isPending) login.mutate(readCredentials(event.currentTarget))
  }
  return (
    <main className={styles.page}>
      <form className={`card ${styles.card}`} onSubmit={submit} noValidate>
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
        <Button type="submit" size="large" busy={login.isPending} busyLabel="Logging in...">
          Login
        </Button>
      </form>
    </main>
  )
}

interface Credentials {
  readonly username: string
  readonly password: string
}

/**
 * Logs in. Credentials are included for the device cookie, also when the API has its own host.
 * @throws HTTPError on refusal
 */
async function logIn(username: string, password: string): Promise<LoginAnswer> {
  const options = { json: { username, password }, credentials: 'include' } as const
  return parseAnswer(LoginAnswer, await api().post('admin/login', options).json())
}

/** Empty fields are sent too: the server answers them. */
function readCredentials(form: HTMLFormElement): Credentials {
  const data = new FormData(form)
  return { username: String(data.get('username')), password: String(data.get('password')) }
}

/** Stores a successful login. Returns the message of a failed one. */
function acceptLogin({ success, message, token, admin, setup_required }: LoginAnswer): string | undefined {
  if (!success || token === undefined || admin === undefined) return message || 'Login failed.'
  storeLogin(token, admin, setup_required ? 'asked' : null)
  return undefined
}

function refusalMessage(error: unknown): string {
  const body = readRefusal(error)?.body
  const isTold = body?.code === 'TOO_MANY_ATTEMPTS' || body?.code === 'CLOCK_SKEW'
  return isTold ? body.message : 'Invalid username or password.'
}
