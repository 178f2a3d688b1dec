import { passcodeMask, type Session, type SessionType } from '@agency/contract/sessions'
import type { SigningCodeMode } from '@agency/contract/signing-codes'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { alertFailure } from '../../../shared/dialogs/dialogs'
import { usePermission } from '../../../shared/use-permission'
import { findPhone } from '../session-queries'
import { suggestPasscode } from './passcode'
import { PasscodeChoice } from './passcode-choice'
import { PasscodeField } from './passcode-field'

/** The values of the dialog that edits a session; the day as `YYYY-MM-DD` in the local time zone. */
export interface SessionDraft {
  readonly session_type: SessionType
  readonly passcode: string
  readonly make_passcode: boolean
  readonly expires_at: string
  readonly signing_code: SigningCodeMode
}

interface EditPasscodeProps {
  readonly form: UseFormReturn<SessionDraft>
  readonly session: Session
}

/** The passcode of an existing session. The suggested passcode is looked up on demand. */
export function EditPasscode({ form, session }: EditPasscodeProps) {
  const [suggestion, setSuggestion] = useState<string | null>(null)
  const { register, setValue, setFocus, watch } = form
  const mayChoose = usePermission('sessions.passcode')
  const take = (passcode: string) => {
    setValue('passcode', passcode, { shouldDirty: true })
    setFocus('passcode')
  }
  const suggest = useMutation({
    mutationFn: async () =>
      suggestPasscode({ client_last_name: session.client_last_name, primary_phone: await findPhone(session) }),
    onSuccess: (passcode) => {
      setSuggestion(passcode)
      take(passcode)
    },
    onError: (error) => alertFailure('The suggested passcode could not be loaded.', error),
  })
  const isNone = session.identification === null
  const keep = mayChoose ? 'Keep or choose it' : isNone ? 'Leave it without one' : 'Keep it'
  return (
    <PasscodeChoice
      labels={{ chosen: keep, made: isNone ? 'Make a passcode' : 'Make a new passcode' }}
      made={watch('make_passcode')}
      onChange={(made) => setValue('make_passcode', made, { shouldDirty: true })}
    >
      <PasscodeField
        control={register('passcode')}
        guessable={watch('passcode') === suggestion}
        isUnseen={session.passcode === passcodeMask}
        isPresent={watch('passcode') !== '' && watch('passcode') === session.passcode}
        error={form.formState.errors.passcode?.message}
        onTake={take}
      >
        <button type="button" className="link-button" onClick={() => suggest.mutate()}>
          Use the usual one
        </button>
      </PasscodeField>
    </PasscodeChoice>
  )
}
