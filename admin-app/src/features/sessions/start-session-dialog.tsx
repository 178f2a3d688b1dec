import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SessionType, sessionTypes } from 'contract/sessions'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router-dom'
import { alert, alertFailure } from '../../shared/dialogs'
import { Field } from '../../shared/field'
import { FormModal } from '../../shared/form-modal'
import { paths } from '../../shared/paths'
import { generatePasscode, suggestPasscode } from './passcode'
import { startSession } from './sessions-api'
import styles from './start-session-dialog.module.css'

const initialType: SessionType = 'onboarding'

/** What a new session needs to know of its client. */
export interface SessionClient {
  readonly id: string
  readonly client_last_name: string | null
  readonly primary_phone: string | null
}

interface StartSessionDialogProps {
  readonly client: SessionClient
  readonly onClose: () => void
}

/** Starts a session and goes to it. */
export function StartSessionDialog({ client, onClose }: StartSessionDialogProps) {
  const [suggestion] = useState(() => suggestPasscode(client))
  const { register, handleSubmit, formState, setValue, setFocus, watch } = useForm({
    defaultValues: { session_type: initialType, passcode: suggestion },
  })
  const start = useStartSession(client.id, onClose)
  const takeStronger = () => {
    setValue('passcode', generatePasscode(), { shouldDirty: true })
    setFocus('passcode')
  }
  return (
    <FormModal
      title="Start New Session"
      dirty={formState.isDirty}
      busy={start.isPending}
      saveLabel="Start Session"
      busyLabel="Starting..."
      onSubmit={handleSubmit(({ session_type, passcode }) =>
        start.mutate({ client_id: client.id, session_type, passcode: passcode.trim() === '' ? null : passcode.trim() }),
      )}
      onClose={onClose}
    >
      <Field label="Session type">
        {(ties) => (
          <select {...ties} {...register('session_type')} className={styles.type}>
            {sessionTypes.map((type) => (
              <option key={type} value={type}>
                {type}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Client login password" hint="Not case sensitive. Left empty, the client can't log in.">
        {(ties) => (
          <input
            {...ties}
            {...register('passcode')}
            maxLength={200}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
      </Field>
      {watch('passcode') === suggestion && (
        <p className="notice" data-tone="warning">
          The suggested password is easy to guess for anyone who knows the client's name and phone number.
        </p>
      )}
      <button type="button" className={`link-button ${styles.stronger}`} onClick={takeStronger}>
        Use a stronger one
      </button>
    </FormModal>
  )
}

function useStartSession(clientId: string, onClose: () => void) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: startSession,
    onSuccess: async ({ session_code }) => {
      await queryClient.invalidateQueries({ queryKey: ['sessions', 'of-client', clientId] })
      onClose()
      if (session_code) navigate(paths.session(clientId, session_code))
      else await alert('Session created, but session_code missing.')
    },
    onError: (error) => alertFailure('Failed to create session.', error),
  })
}
