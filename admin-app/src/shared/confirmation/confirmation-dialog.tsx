import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { fieldFailure } from '../api-error'
import { PasswordField } from '../controls/password-field'
import { FormModal } from '../dialogs/form-modal'
import { hasPasskeys } from '../passkeys/has-passkeys'
import { Button } from '../shared-ui'
import { confirmBy, confirmByPasskey, securityQuery } from './confirmations'

interface Asked {
  readonly resolve: (confirmation: string | null) => void
}

/**
 * Asks who is there before a change.
 * @returns `confirm`, which resolves with null on Cancel, and the dialog to render
 */
export function useConfirmation() {
  const [asked, setAsked] = useState<Asked | null>(null)
  const confirm = () => new Promise<string | null>((resolve) => setAsked({ resolve }))
  const answer = (confirmation: string | null) => {
    setAsked(null)
    asked?.resolve(confirmation)
  }
  const dialog = asked && <ConfirmationDialog onAnswer={answer} />
  return { confirm, dialog }
}

interface ConfirmationDialogProps {
  readonly onAnswer: (confirmation: string | null) => void
}

function ConfirmationDialog({ onAnswer }: ConfirmationDialogProps) {
  const { data: security } = useQuery(securityQuery)
  const withPasskey = hasPasskeys() && security !== undefined && security.passkeys.length > 0
  const form = useForm({ defaultValues: { password: '' } })
  const prove = useMutation({
    mutationFn: (prover: () => Promise<string>) => prover(),
    onSuccess: onAnswer,
  })
  return (
    <FormModal
      title="Confirm that it is you"
      description={`Confirm this change with your password${withPasskey ? ' or a passkey' : ''}.`}
      size="small"
      dirty={false}
      busy={prove.isPending}
      busyLabel="Checking..."
      saveLabel="Confirm"
      actions={
        withPasskey && (
          <Button variant="secondary" disabled={prove.isPending} onClick={() => prove.mutate(confirmByPasskey)}>
            Use a passkey
          </Button>
        )
      }
      onSubmit={form.handleSubmit(({ password }) => prove.mutate(() => confirmBy({ password })))}
      onClose={() => onAnswer(null)}
    >
      <PasswordField
        label="Password"
        error={prove.error ? messageOf(prove.error) : undefined}
        autoComplete="current-password"
        control={form.register('password')}
      />
    </FormModal>
  )
}

const messageOf = (failure: Error): string =>
  failure.name === 'PasskeyCancelledError' ? 'No passkey was used.' : fieldFailure(failure)
