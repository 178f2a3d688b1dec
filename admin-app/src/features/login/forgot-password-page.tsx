import { passwordResetApi } from '@agency/contract/staff-access'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { SubmitEvent } from 'react'
import { Link } from 'react-router-dom'
import { call } from '../../shared/call'
import { Field } from '../../shared/controls/field'
import { FormError } from '../../shared/controls/form-error'
import { PageHeading } from '../../shared/page-heading'
import { paths } from '../../shared/paths'
import { Button } from '../../shared/shared-ui'
import { explainFailure } from './link-failure'
import { loginOptionsQuery } from './login-options'
import styles from './login-page.module.css'

export function ForgotPasswordPage() {
  const ask = useMutation({ mutationFn: (login: string) => call(passwordResetApi.request, { body: { login } }) })
  const { data: options } = useQuery(loginOptionsQuery)
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const login = String(new FormData(event.currentTarget).get('login')).trim()
    if (!ask.isPending && login !== '') ask.mutate(login)
  }
  return (
    <main className={styles.page}>
      <form className={`card ${styles.card}`} onSubmit={submit}>
        <PageHeading title="Forgot password">Forgot password</PageHeading>
        {ask.isError && <FormError text={explainFailure(ask.error)} />}
        <div role="status" className={styles.status}>
          {ask.isSuccess && (
            <p className="notice">
              If an account matches, we sent a link to its email address. It works once, within 30 minutes. Check your
              spam folder too.
            </p>
          )}
        </div>
        {options?.password_reset === false && (
          <p className="notice" data-tone="warning">
            No mail server is set up, so no link can be sent. Ask a colleague who manages staff: on the page of your
            account, under Admins, they can copy a link for you.
          </p>
        )}
        {!ask.isSuccess && options?.password_reset !== false && (
          <>
            <Field label="Username or email">
              {(ties) => (
                <input
                  {...ties}
                  name="login"
                  type="text"
                  required
                  maxLength={320}
                  autoComplete="username"
                  autoCapitalize="none"
                  spellCheck={false}
                />
              )}
            </Field>
            <Button type="submit" size="large" busy={ask.isPending} busyLabel="Sending...">
              Send link
            </Button>
          </>
        )}
        <p className={styles.back}>
          <Link to={paths.login}>Back to login</Link>
        </p>
      </form>
    </main>
  )
}
