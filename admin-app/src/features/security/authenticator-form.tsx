import { type NewAuthenticator, securityApi } from '@agency/contract/second-factors'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { fieldFailure } from '../../shared/api-error'
import { call } from '../../shared/call'
import { CopyButton } from '../../shared/controls/copy-button'
import { Field } from '../../shared/controls/field'
import { FormModal } from '../../shared/dialogs/form-modal'
import { QrCode } from '../../shared/qr-code/qr-code'
import styles from './security-page.module.css'

interface AuthenticatorDialogProps {
  readonly authenticator: NewAuthenticator
  /** @param codes recovery codes, with the first factor of the account */
  readonly onAdded: (codes: readonly string[]) => void
  readonly onClose: () => void
}

/** Shows the secret of a new authenticator app, and asks for its first code. */
export function AuthenticatorDialog({ authenticator, onAdded, onClose }: AuthenticatorDialogProps) {
  const form = useForm({ defaultValues: { code: '' } })
  const finish = useMutation({
    mutationFn: (body: { code: string }) => call(securityApi.finishAuthenticator, { body }),
    onSuccess: ({ recovery_codes }) => onAdded(recovery_codes),
  })
  return (
    <FormModal
      title="Set up an authenticator app"
      description="Scan the code with an app such as Google Authenticator, Microsoft Authenticator or 1Password."
      dirty={form.formState.isDirty && !finish.isPending}
      busy={finish.isPending}
      busyLabel="Checking..."
      saveLabel="Turn on"
      onSubmit={form.handleSubmit((draft) => finish.mutate(draft))}
      onClose={onClose}
    >
      <div className={styles.enrol}>
        <div className={styles.code}>
          <QrCode text={authenticator.uri} label="QR code of the new key" />
        </div>
        <div className={styles.secret}>
          <p>No camera? Enter this key in the app:</p>
          <code>{authenticator.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
          <CopyButton text={authenticator.secret} label="Copy the key" />
        </div>
      </div>
      <Field
        label="Code"
        hint="The six digits that the app shows now."
        error={finish.error ? fieldFailure(finish.error) : undefined}
      >
        {(ties) => (
          <input
            {...ties}
            {...form.register('code')}
            type="text"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={40}
          />
        )}
      </Field>
    </FormModal>
  )
}
