import { accountApi, type AccountSetup as Draft } from '@agency/contract/admins'
import { isEmailAddress } from '@agency/contract/email-address'
import { useQueryClient } from '@tanstack/react-query'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { readRefusal } from '../../shared/api-error'
import { call } from '../../shared/call'
import { Field } from '../../shared/controls/field'
import { PasswordField } from '../../shared/controls/password-field'
import { FormModal } from '../../shared/dialogs/form-modal'
import { useSaveDialog } from '../../shared/dialogs/save-dialog'
import { askForSetup, storeLogin, useLogin } from '../../shared/login-store'
import { accountFailure } from './account-failure'

const names = ['first_name', 'last_name', 'email', 'password'] as const

export function AccountSetup() {
  const queryClient = useQueryClient()
  const form = useForm<Draft>({ defaultValues: { first_name: '', last_name: '', email: '', password: '' } })
  const modal = useSaveDialog({
    form,
    save: setUp,
    onSaved: async (account) => {
      if (account === null) return leaveSetup()
      const { login } = useLogin.getState()
      if (login !== null) storeLogin(login.token, account, null, login.secondFactor)
      await queryClient.invalidateQueries({ queryKey: ['admins'] })
    },
    ...accountFailure,
    names,
  })
  return (
    <FormModal
      title="Set up your account"
      description="This account was made for you. Give it your name, your email and a password of your own."
      {...modal}
      cancelLabel="Later"
      onClose={() => askForSetup('later')}
    >
      <SetupFields form={form} />
    </FormModal>
  )
}

/** @returns null where the account is set up already, perhaps by an earlier try of this call */
async function setUp(body: Draft) {
  try {
    return await call(accountApi.setUp, { body })
  } catch (error) {
    if (readRefusal(error)?.body?.code === 'WRONG_STATE') return null
    throw error
  }
}

/** Removes the mark that the account is to be set up. */
function leaveSetup(): void {
  const { login } = useLogin.getState()
  if (login === null) return
  const { token, firstName: first_name, lastName: last_name, username, role, secondFactor } = login
  storeLogin(token, { first_name, last_name, username, role }, null, secondFactor)
}

function SetupFields({ form: { register, formState } }: { readonly form: UseFormReturn<Draft> }) {
  const { errors } = formState
  return (
    <div className="field-grid">
      <Field label="First Name" error={errors.first_name?.message}>
        {(ties) => (
          <input
            {...ties}
            {...register('first_name', { required: 'Enter your first name.' })}
            maxLength={200}
            autoComplete="given-name"
          />
        )}
      </Field>
      <Field label="Last Name" error={errors.last_name?.message}>
        {(ties) => (
          <input
            {...ties}
            {...register('last_name', { required: 'Enter your last name.' })}
            maxLength={200}
            autoComplete="family-name"
          />
        )}
      </Field>
      <Field label="Email" error={errors.email?.message}>
        {(ties) => (
          <input
            {...ties}
            {...register('email', {
              validate: (typed) => isEmailAddress(typed.trim()) || 'Enter an email address, such as name@example.com.',
              required: 'Enter your email.',
            })}
            type="email"
            maxLength={320}
            autoComplete="email"
          />
        )}
      </Field>
      <PasswordField
        label="New password"
        hint="At least 12 characters. Spaces are allowed."
        error={errors.password?.message}
        autoComplete="new-password"
        control={register('password')}
      />
    </div>
  )
}
