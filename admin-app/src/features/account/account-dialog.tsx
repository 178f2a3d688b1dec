import { accountApi, adminApi, type SetPassword } from '@agency/contract/admins'
import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router-dom'
import { call, callQuery } from '../../shared/call'
import { PasswordField } from '../../shared/controls/password-field'
import { alert } from '../../shared/dialogs/dialogs'
import { FormModal } from '../../shared/dialogs/form-modal'
import { closeAccountDialog } from '../../shared/dialogs/requested-dialog'
import { useSaveDialog } from '../../shared/dialogs/save-dialog'
import { LoadFailure } from '../../shared/loading/load-failure'
import { paths } from '../../shared/paths'
import { accountFailure } from './account-failure'
import { DigestChoice } from './digest-choice'

export const accountQuery = callQuery(['admins', 'me'], accountApi.read)
const names = ['current_password', 'password'] as const

export function AccountDialog() {
  const { data: account, isError, refetch } = useQuery(accountQuery)
  const form = useForm({ defaultValues: { current_password: '', password: '' } })
  const { errors } = form.formState
  const modal = useSaveDialog({
    form,
    save: async (body: SetPassword) => {
      if (account !== undefined) await call(adminApi.setPassword, { params: { id: account.id }, body })
    },
    onSaved: async () => {
      closeAccountDialog()
      await alert('Password updated successfully.')
    },
    ...accountFailure,
    names,
  })
  return (
    <FormModal
      title="Your account"
      {...(account === undefined ? {} : { description: `${account.username}, ${account.email || 'no email address'}` })}
      size="small"
      {...modal}
      saveLabel="Change password"
      cancelLabel={modal.dirty ? 'Cancel' : 'Close'}
      saveDisabled={account === undefined}
      onClose={closeAccountDialog}
    >
      {account === undefined && isError && <LoadFailure message="Your account could not be loaded." retry={refetch} />}
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
      <DigestChoice />
      <p>
        <Link to={paths.security} onClick={closeAccountDialog}>
          Security: second factors, such as a code from your phone, and logins
        </Link>
      </p>
    </FormModal>
  )
}
