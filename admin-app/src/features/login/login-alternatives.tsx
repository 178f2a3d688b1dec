import type { LoginOptions } from '@agency/contract/admins'
import { useMutation } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { paths } from '../../shared/paths'
import { OwnButton } from '../../shared/shared-ui'
import styles from './login-alternatives.module.css'

interface LoginAlternativesProps {
  readonly options: LoginOptions
  /** The page to return to. */
  readonly from: string | undefined
  readonly onFailure: (message: string) => void
}

/** What the login screen offers besides the form: a link for a forgotten password, and OpenID providers. */
export function LoginAlternatives({ options, from, onFailure }: LoginAlternativesProps) {
  const start = useMutation({
    mutationFn: async (provider: string) => (await loadApi()).startProviderLogin(provider, { from }),
    onSuccess: (message) => message !== undefined && onFailure(message),
    onError: () => onFailure('The login could not be started. Please try again.'),
  })
  return (
    <>
      {options.password && options.password_reset && (
        <p className={styles.forgot}>
          <Link to={paths.forgotPassword}>Forgot password?</Link>
        </p>
      )}
      {options.providers.length > 0 && (
        <div className={styles.providers}>
          {options.password && <p className={styles.or}>or</p>}
          {options.providers.map(({ id, label }) => (
            <OwnButton
              key={id}
              variant={options.password ? 'secondary' : 'primary'}
              size="large"
              busy={start.isPending && start.variables === id}
              busyLabel="Opening..."
              onClick={() => start.mutate(id)}
            >
              Continue with {label}
            </OwnButton>
          ))}
        </div>
      )}
    </>
  )
}

/** The client of the API comes after the first screen. */
const loadStart = () => import('../../shared/start-provider-login')
const loadApi = () => loadStart().catch(loadStart)
