import type { SecondFactorStep } from '@agency/contract/second-factors'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FocusEvent, type SubmitEvent, useState } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { Field } from '../../shared/controls/field'
import { FormError } from '../../shared/controls/form-error'
import { useEnvironment } from '../../shared/environment'
import { isLive, useLogin } from '../../shared/login-store'
import { PageHeading } from '../../shared/page-heading'
import { hasPasskeys } from '../../shared/passkeys/has-passkeys'
import { loadedPart, OwnButton } from '../../shared/shared-ui'
import { type Credentials, type LoginOutcome, refused } from './credentials'
import { LoginAlternatives } from './login-alternatives'
import { readLoginNavigation } from './login-navigation'
import { loginOptionsQuery } from './login-options'
import styles from './login-page.module.css'

const SecondFactorForm = loadedPart(async () => (await import('./second-factor-form')).SecondFactorForm)

interface LoginPageProps {
  /** Called when a field gets the focus: the next screen can be loaded while the person types. */
  readonly onTyping: () => void
}

/** The staff login. A person with a live login is redirected to the page they came from, or to the dashboard. */
export function LoginPage({ onTyping }: LoginPageProps) {
  const { agency } = useEnvironment()
  const location = useLocation()
  const { from, fromState, error, notice, username } = readLoginNavigation(location.state)
  const [message, setMessage] = useState(error)
  const { data: options } = useQuery(loginOptionsQuery)
  const [wantsForm, setWantsForm] = useState(false)
  const token = useLogin((state) => state.login?.token)
  const [step, setStep] = useState<SecondFactorStep | null>(null)
  const [locked, setLocked] = useState(false)
  const follow = {
    onMutate: () => setMessage(undefined),
    onSuccess: (outcome: LoginOutcome) => {
      setMessage(outcome.message)
      setStep(outcome.step ?? null)
      if (outcome.locked) setLocked(true)
    },
  }
  const login = useMutation({
    ...follow,
    mutationFn: async (credentials: Credentials) => (await loadApi()).logIn(credentials),
    onError: () => setMessage(refused),
  })
  const passkey = useMutation({
    ...follow,
    mutationFn: async () => (await loadApi()).logInWithPasskey(),
    onError: () => setMessage('The passkey could not be used. Please try again.'),
  })
  if (token !== undefined && isLive(token, Date.now())) return <Navigate to={from ?? '/'} replace state={fromState} />

  const showsForm = options?.password !== false || wantsForm
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!login.isPending) login.mutate(readCredentials(event.currentTarget))
  }
  const startTyping = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLInputElement)) return
    // A failure is shown when the form is sent.
    loadApi().catch(() => undefined)
    onTyping()
  }
  if (step !== null)
    return (
      <main className={styles.page}>
        <SecondFactorForm
          step={step}
          onEnd={(message) => {
            setMessage(message)
            setStep(null)
          }}
        />
      </main>
    )
  return (
    <main className={styles.page}>
      <form className={`card ${styles.card}`} onSubmit={submit} onFocus={startTyping} noValidate>
        <div>
          <p className={styles.agency}>{agency.name}</p>
          <PageHeading title="Login">Staff login</PageHeading>
        </div>
        <FormError text={message} />
        {notice !== undefined && message === undefined && (
          <p className="notice" role="status">
            {notice}
          </p>
        )}
        {showsForm && (
          <>
            <Field label="Username">
              {(ties) => (
                <input
                  {...ties}
                  defaultValue={username}
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
            {locked && (
              <Field
                label="Recovery code"
                hint="With a recovery code you need not wait. Leave it empty to try again later."
              >
                {(ties) => <input {...ties} name="recovery_code" type="text" autoComplete="off" spellCheck={false} />}
              </Field>
            )}
            <OwnButton type="submit" size="large" busy={login.isPending} busyLabel="Logging in...">
              Login
            </OwnButton>
            {hasPasskeys() && (
              <button
                type="button"
                className={`link-button ${styles.passkey}`}
                disabled={passkey.isPending}
                onClick={() => passkey.mutate()}
              >
                Log in with a passkey
              </button>
            )}
          </>
        )}
        {options !== undefined && <LoginAlternatives options={options} from={from} onFailure={setMessage} />}
        {!showsForm && (
          <OwnButton variant="secondary" onClick={() => setWantsForm(true)}>
            Use the emergency account
          </OwnButton>
        )}
      </form>
    </main>
  )
}

/** The client of the API comes after the first screen. */
const loadLogIn = () => import('./log-in')
const loadApi = () => loadLogIn().catch(loadLogIn)

/** Empty fields are sent too: the server answers them. */
function readCredentials(form: HTMLFormElement): Credentials {
  const data = new FormData(form)
  const recoveryCode = data.get('recovery_code')
  return {
    username: String(data.get('username')),
    password: String(data.get('password')),
    ...(typeof recoveryCode === 'string' ? { recoveryCode } : {}),
  }
}
