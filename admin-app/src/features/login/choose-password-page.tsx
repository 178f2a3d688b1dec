import { invitationApi, type LinkHolder, passwordResetApi } from '@agency/contract/staff-access'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { SubmitEvent } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { readRefusal } from '../../shared/api-error'
import { call } from '../../shared/call'
import { Field } from '../../shared/controls/field'
import { FormError } from '../../shared/controls/form-error'
import { PasswordField } from '../../shared/controls/password-field'
import { useEnvironment } from '../../shared/environment'
import { LoadFailure } from '../../shared/loading/load-failure'
import { Loading } from '../../shared/loading/loading'
import { PageHeading } from '../../shared/page-heading'
import { paths } from '../../shared/paths'
import { Button } from '../../shared/shared-ui'
import { explainFailure } from './link-failure'
import type { LoginNavigation } from './login-navigation'
import styles from './login-page.module.css'

const texts = {
  invitations: {
    title: 'Set up your account',
    intro: (agency: string, { first_name }: LinkHolder) =>
      `Welcome to ${agency}, ${first_name}. Choose a password for your account.`,
    save: 'Create account',
    ended:
      'This invitation has expired, was used before, or was revoked. Ask the person who invited you for a new one.',
  },
  'password-resets': {
    title: 'Choose a new password',
    intro: () => 'All your logins end when you save it.',
    save: 'Save password',
    ended: 'This link has expired or was used before. Ask for a new one on the login page.',
  },
} as const

const links = { invitations: invitationApi, 'password-resets': passwordResetApi } as const

type LinkKind = keyof typeof links

/** The page of a link in an e-mail: who it is for, and the password that they choose. */
export function ChoosePasswordPage({ kind }: { readonly kind: LinkKind }) {
  const { agency } = useEnvironment()
  // In the fragment, which browsers send to no server.
  const token = useLocation().hash.slice(1)
  const { title, intro, ended } = texts[kind]
  const link = useQuery({
    queryKey: ['link', kind, token],
    queryFn: () => call(links[kind].open, { body: { token } }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const isEnded = readRefusal(link.error)?.body?.code === 'GONE'
  return (
    <main className={styles.page}>
      <div className={`card ${styles.card}`}>
        <PageHeading title={title}>{title}</PageHeading>
        {link.isPending && <Loading label="Loading" skeleton={styles.loading} />}
        {link.isError && !isEnded && <LoadFailure message="The link could not be checked" retry={link.refetch} />}
        {isEnded && <FormError text={ended} />}
        {link.data !== undefined && (
          <>
            <p>{intro(agency.name, link.data)}</p>
            <PasswordForm kind={kind} token={token} holder={link.data} />
          </>
        )}
        <p className={styles.back}>
          <Link to={paths.login}>Back to login</Link>
        </p>
      </div>
    </main>
  )
}

interface PasswordFormProps {
  readonly kind: LinkKind
  readonly token: string
  readonly holder: LinkHolder
}

function PasswordForm({ kind, token, holder: { username } }: PasswordFormProps) {
  const navigate = useNavigate()
  const save = useMutation({
    mutationFn: (password: string) => call(links[kind].finish, { body: { token, password } }),
    onSuccess: () => {
      const state: LoginNavigation = { notice: 'Your password is saved. Log in with it now.', username }
      navigate(paths.login, { replace: true, state })
    },
  })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!save.isPending) save.mutate(String(new FormData(event.currentTarget).get('password')))
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <Field label="Username">
        {(ties) => <input {...ties} type="text" value={username} readOnly autoComplete="username" />}
      </Field>
      <PasswordField
        label="New password"
        hint="At least 12 characters. Spaces are allowed."
        error={save.isError ? explainFailure(save.error) : undefined}
        autoComplete="new-password"
        control={{ name: 'password', required: true }}
      />
      <Button type="submit" size="large" busy={save.isPending}>
        {texts[kind].save}
      </Button>
    </form>
  )
}
