import { accountApi, adminApi, type SetPassword } from '@agency/contract/admins'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router-dom'
import { call, callQuery } from '../../shared/call'
import { PasswordField } from '../../shared/controls/password-field'
import { alert } from '../../shared/dialogs/dialogs'
import { FormModal } from '../../shared/dialogs/form-modal'
import { closeAccountDialog } from '../../shared/dialogs/requested-dialog'
import { LoadFailure } from '../../shared/loading/load-failure'
import { paths } from '../../shared/paths'
import { explainFailure } from './account-failure'
import { DigestChoice } from './digest-choice'

const accountQuery = callQuery(['admins', 'me'], accountApi.read)
const names = ['current_password', 'password'] as const

/** The user's own account, with a form for a new password. */
export function AccountDialog() {
  const { data: account, isError, refetch } = useQuery(accountQuery)
  const [message, setMessage] = useState<string | null>(null)
  const form = useForm({ defaultValues: { current_password: '', password: '' } })
  const { errors, isDirty } = form.formState
  const save = useMutation({
    mutationFn: async (body: SetPassword) => {
      if (account !== undefined) await call(adminApi.setPassword, { params: { id: account.id }, body })
    },
    onMutate: () => {
      setMessage(null)
      form.clearErrors()
    },
    onSuccess: async () => {
      closeAccountDialog()
      await alert('Password updated successfully.')
    },
    onError: (error) => {
      const { fields, message } = explainFailure(error, names)
      for (const field of fields) form.setError(field.name, { message: field.message })
      setMessage(message)
    },
  })
  return (
    <FormModal
      title="Your account"
      {...(account === undefined ? {} : { description: `${account.username}, ${account.email || 'no email address'}` })}
      size="small"
      dirty={isDirty && !save.isPending}
      busy={save.isPending}
      saveLabel="Change password"
      saveDisabled={account === undefined}
      onSubmit={form.handleSubmit((draft) => save.mutate(draft))}
      onClose={closeAccountDialog}
    >
      <DigestChoice />
      <p>
        <Link to={paths.security} onClick={closeAccountDialog}>
          Security: second factors and logins
        </Link>
      </p>
      {account === undefined && isError && <LoadFailure message="Your account could not be loaded." retry={refetch} />}
      {message !== null && (
        <p className="notice" data-tone="danger" role="alert">
          {message}
        </p>
      )}
      <PasswordField
        label="Current password"
        error={errors.current_password?.message}
        autoComplete="current-password"
        control={form.register('current_password')}
      />
      <PasswordField
        label="New password"
        hint="At least 12 characters. Your other logins will end."
        error={errors.password?.message}
        autoComplete="new-password"
        control={form.register('password')}
      />
    </FormModal>
  )
}
