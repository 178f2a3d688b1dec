import type { SessionType } from '@agency/contract/sessions'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { sessionsQuery } from '../../shared/client-queries'
import { alert, alertFailure } from '../../shared/dialogs/dialogs'
import { FormModal } from '../../shared/dialogs/form-modal'
import { paths } from '../../shared/paths'
import { persistDraft } from '../../shared/persist-draft'
import { suggestPasscode } from './passcode/passcode'
import { PasscodeField } from './passcode/passcode-field'
import { SessionTypeField } from './session-type-field'
import { startSession } from './sessions-api'

const initialType: SessionType = 'onboarding'

interface SessionDraft {
  readonly session_type: SessionType
  readonly passcode: string
}

const useDraft = persistDraft<SessionDraft>()

/** The part of a client that a new session needs. */
export interface SessionClient {
  readonly id: string
  readonly client_last_name: string | null
  readonly primary_phone: string | null
}

interface StartSessionDialogProps {
  readonly client: SessionClient
  readonly onClose: () => void
}

/** Starts a session and opens its page. */
export function StartSessionDialog({ client, onClose }: StartSessionDialogProps) {
  const [suggestion] = useState(() => suggestPasscode(client))
  const { register, handleSubmit, formState, setValue, setFocus, watch } = useDraft(client.id, {
    defaultValues: { session_type: initialType, passcode: suggestion },
  })
  const start = useStartSession(client.id, onClose)
  const takePasscode = (passcode: string) => {
    setValue('passcode', passcode, { shouldDirty: true })
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
      <SessionTypeField control={register('session_type')} />
      <PasscodeField
        control={register('passcode')}
        guessable={watch('passcode') === suggestion}
        onTake={takePasscode}
      />
    </FormModal>
  )
}

function useStartSession(clientId: string, onClose: () => void) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: startSession,
    onSuccess: async ({ session_code }) => {
      await queryClient.invalidateQueries({ queryKey: sessionsQuery(clientId).queryKey })
      onClose()
      if (session_code) navigate(paths.session(clientId, session_code))
      else await alert('Session created, but session_code missing.')
    },
    onError: (error) => alertFailure('Failed to create session.', error),
  })
}
