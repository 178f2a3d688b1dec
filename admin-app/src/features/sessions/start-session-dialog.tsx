import { type FormPreset, presetApi } from '@agency/contract/form-presets'
import { type SessionType, type StartSession, sessionApi } from '@agency/contract/sessions'
import type { SigningCodeMode } from '@agency/contract/signing-codes'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router-dom'
import { call } from '../../shared/call'
import { capabilitiesQuery } from '../../shared/capabilities'
import { sessionsQuery } from '../../shared/client-queries'
import { alert } from '../../shared/dialogs/dialogs'
import { FormModal } from '../../shared/dialogs/form-modal'
import { useSaveDialog } from '../../shared/dialogs/save-dialog'
import { formPresetsQuery, presetsFor } from '../../shared/form-picker/form-presets'
import { counted } from '../../shared/formatting'
import { paths } from '../../shared/paths'
import { SessionTypeField } from '../../shared/session-type/session-type-field'
import { usePermission } from '../../shared/use-permission'
import { suggestPasscode } from './passcode/passcode'
import { PasscodeChoice } from './passcode/passcode-choice'
import { PasscodeField } from './passcode/passcode-field'
import { SigningCodeField } from './signing-code-field'

const initialType: SessionType = 'onboarding'

interface SessionDraft {
  readonly session_type: SessionType
  readonly passcode: string
  /** Null until the person chooses: as the agency has set it. */
  readonly made: boolean | null
  /** Empty until one is chosen: as the agency has set it. */
  readonly signing_code: SigningCodeMode | ''
  /** The presets that the person has unticked. */
  readonly declined: readonly string[]
}

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
  const form = useForm<SessionDraft>({
    defaultValues: { session_type: initialType, passcode: suggestion, made: null, signing_code: '', declined: [] },
  })
  const { register, setValue, setFocus, watch } = form
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { data: presets, isError, refetch } = useQuery(formPresetsQuery)
  const [session_type, declined] = watch(['session_type', 'declined'])
  const offered = presetsFor(presets ?? [], session_type).filter((preset) => preset.session_type === session_type)
  const mayChoose = usePermission('sessions.passcode')
  const { data: capabilities } = useQuery(capabilitiesQuery())
  const isMade = !mayChoose || (watch('made') ?? capabilities?.session_passcode === 'made')
  const modal = useSaveDialog({
    form,
    save: async ({ passcode, signing_code }) => {
      const started = await call(sessionApi.start, {
        body: {
          client_id: client.id,
          session_type,
          ...passcodeOf(isMade, passcode),
          ...(signing_code === '' ? {} : { signing_code }),
        },
      })
      const presets = offered.filter(({ id }) => !declined.includes(id))
      return { ...started, attached: started.id === undefined || (await attachAll(started.id, presets)) }
    },
    onSaved: async ({ session_code, attached }) => {
      await queryClient.invalidateQueries({ queryKey: sessionsQuery(client.id).queryKey })
      onClose()
      if (session_code) navigate(paths.session(client.id, session_code))
      if (!attached) await alert('Session created, but not all forms of the preset could be added.')
      if (!session_code) await alert('Session created, but session_code missing.')
    },
    failure: 'Failed to create session.',
    names: ['passcode'],
    alerts: true,
  })
  const takePasscode = (passcode: string) => {
    setValue('passcode', passcode, { shouldDirty: true })
    setFocus('passcode')
  }
  return (
    <FormModal
      title="Start New Session"
      {...modal}
      saveLabel="Start Session"
      busyLabel="Starting..."
      // Without its presets, a session would start without forms, and nobody would know.
      saveDisabled={presets === undefined && !isError}
      onClose={onClose}
    >
      <SessionTypeField control={register('session_type')} />
      <fieldset>
        <legend>Forms</legend>
        {presets === undefined && !isError && <p role="status">Loading presets...</p>}
        {presets === undefined && isError && <PresetsFailure retry={refetch} />}
        {presets !== undefined && (
          <OfferedPresets
            presets={offered}
            declined={declined}
            onChange={(ids) => setValue('declined', ids, { shouldDirty: true })}
          />
        )}
      </fieldset>
      {mayChoose ? (
        <PasscodeChoice
          labels={{ chosen: 'Choose a passcode', made: 'Make a passcode and send it' }}
          made={isMade}
          onChange={(made) => setValue('made', made, { shouldDirty: true })}
        >
          <PasscodeField
            control={register('passcode')}
            guessable={watch('passcode') === suggestion}
            error={form.formState.errors.passcode?.message}
            onTake={takePasscode}
          />
        </PasscodeChoice>
      ) : (
        <p>The product makes the passcode. Nobody at the agency sees it: the client gets it with Send.</p>
      )}
      <SigningCodeField control={register('signing_code')} own="" />
    </FormModal>
  )
}

const passcodeOf = (isMade: boolean, typed: string): Pick<StartSession, 'passcode' | 'make_passcode'> =>
  isMade ? { passcode: null, make_passcode: true } : { passcode: typed.trim() === '' ? null : typed.trim() }

interface OfferedPresetsProps {
  readonly presets: readonly FormPreset[]
  readonly declined: readonly string[]
  readonly onChange: (declined: readonly string[]) => void
}

/** The presets of the chosen type. Their forms are attached unless a preset is unticked. */
function OfferedPresets({ presets, declined, onChange }: OfferedPresetsProps) {
  // A line in any case, so that the fields below are where they were while the presets were loaded.
  if (presets.length === 0) return <p>No preset for this type. Add forms on the session’s page.</p>
  return presets.map(({ id, name, form_ids }) => (
    <label key={id} className="choice">
      <input
        type="checkbox"
        checked={!declined.includes(id)}
        onChange={({ target }) =>
          onChange(target.checked ? declined.filter((other) => other !== id) : [...declined, id])
        }
      />{' '}
      Add “{name}” ({counted(form_ids.length, 'form')})
    </label>
  ))
}

function PresetsFailure({ retry }: { readonly retry: () => void }) {
  return (
    <p role="alert">
      The presets could not be loaded, so the session would start without forms.{' '}
      <button type="button" className="link-button" onClick={retry}>
        Try again
      </button>
    </p>
  )
}

/** Attaches the forms of all presets. @returns whether all of them could be attached */
async function attachAll(sessionId: string, presets: readonly FormPreset[]): Promise<boolean> {
  try {
    for (const { id: preset } of presets) await call(presetApi.attach, { params: { id: sessionId, preset } })
    return true
  } catch (error) {
    // The session exists: its page shows what it has, and the rest can be added there.
    reportError(error)
    return false
  }
}
