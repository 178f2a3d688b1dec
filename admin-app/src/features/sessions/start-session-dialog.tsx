import { type FormPreset, presetApi } from '@agency/contract/form-presets'
import type { GlobalForm } from '@agency/contract/global-forms'
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
import { isIncomplete, useEnvironment } from '../../shared/environment'
import { formPresetsQuery, isTicked, presetsFor } from '../../shared/form-picker/form-presets'
import { attachForm } from '../../shared/new-form/attach-form'
import { paths } from '../../shared/paths'
import { SessionTypeField } from '../../shared/session-type/session-type-field'
import { usePermission } from '../../shared/use-permission'
import { SendSessionDialog } from './messages/send-session-dialog'
import { suggestPasscode } from './passcode/passcode'
import { PasscodeChoice } from './passcode/passcode-choice'
import { PasscodeField } from './passcode/passcode-field'
import { SessionFormsChoice } from './session-forms-choice'
import { SigningCodeField } from './signing-code-field'
import styles from './start-session-dialog.module.css'

interface SessionDraft {
  readonly session_type: SessionType
  readonly passcode: string
  /** Null until the person chooses: as the agency has set it. */
  readonly made: boolean | null
  /** Empty until one is chosen: as the agency has set it. */
  readonly signing_code: SigningCodeMode | ''
  /** The presets that the person has ticked or unticked. */
  readonly toggled: readonly string[]
  /** The forms that the person has chosen one by one. */
  readonly forms: readonly GlobalForm[]
}

const emptyDraft: SessionDraft = {
  session_type: 'onboarding',
  passcode: '',
  made: null,
  signing_code: '',
  toggled: [],
  forms: [],
}

export interface SessionClient {
  readonly id: string
  readonly client_last_name: string | null
  readonly primary_phone: string | null
}

interface StartSessionDialogProps {
  readonly client: SessionClient
  readonly onClose: () => void
}

/** Starts a session and opens its page; one that can be sent is sent first, in the same place. */
export function StartSessionDialog({ client, onClose }: StartSessionDialogProps) {
  const navigate = useNavigate()
  const [started, setStarted] = useState<string | null>(null)
  const open = (code: string) => {
    onClose()
    navigate(paths.session(client.id, code))
  }
  return started === null ? (
    <NewSession client={client} onSend={setStarted} onOpen={open} onClose={onClose} />
  ) : (
    <SendSessionDialog session={{ session_code: started, client_id: client.id }} onClose={() => open(started)} />
  )
}

interface NewSessionProps extends StartSessionDialogProps {
  /** Called with the code of a session that can be sent. */
  readonly onSend: (code: string) => void
  readonly onOpen: (code: string) => void
}

function NewSession({ client, onSend, onOpen, onClose }: NewSessionProps) {
  const [suggestion] = useState(() => suggestPasscode(client))
  const form = useForm<SessionDraft>({
    defaultValues: { ...emptyDraft, passcode: suggestion },
  })
  const { register, setValue, setFocus, watch } = form
  const queryClient = useQueryClient()
  const { agency } = useEnvironment()
  const { data: presets, isError } = useQuery(formPresetsQuery)
  const [session_type, toggled, forms] = watch(['session_type', 'toggled', 'forms'])
  const offered = presetsFor(presets ?? [], session_type)
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
      const chosen = { presets: offered.filter((preset) => isTicked(preset, toggled)), forms }
      const attached = started.id === undefined || (await attachAll(started.id, chosen))
      const isEmpty = chosen.presets.length + forms.length === 0
      const canLogIn = isMade || passcode.trim() !== ''
      return { ...started, attached, isSendable: attached && !isEmpty && canLogIn && !isIncomplete(agency) }
    },
    onSaved: async ({ session_code, attached, isSendable }) => {
      await queryClient.invalidateQueries({ queryKey: sessionsQuery(client.id).queryKey })
      if (session_code && isSendable) return onSend(session_code)
      if (session_code) onOpen(session_code)
      else onClose()
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
      size="wide"
      {...modal}
      saveLabel="Start Session"
      busyLabel="Starting..."
      // Without its presets, a session would start without forms, and nobody would know.
      saveDisabled={presets === undefined && !isError}
      onClose={onClose}
    >
      <div className={styles.parts}>
        <div className={styles.part}>
          <SessionTypeField control={register('session_type')} />
          <SessionFormsChoice
            offered={offered}
            toggled={toggled}
            onToggle={(ids) => setValue('toggled', ids, { shouldDirty: true })}
            chosen={forms}
            onChoose={(chosen) => setValue('forms', chosen, { shouldDirty: true })}
          />
        </div>
        <div className={styles.part}>
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
        </div>
      </div>
    </FormModal>
  )
}

const passcodeOf = (isMade: boolean, typed: string): Pick<StartSession, 'passcode' | 'make_passcode'> =>
  isMade ? { passcode: null, make_passcode: true } : { passcode: typed.trim() === '' ? null : typed.trim() }

/** Presets first, then forms that no preset has. @returns whether all of them could be attached */
async function attachAll(
  sessionId: string,
  { presets, forms }: { readonly presets: readonly FormPreset[]; readonly forms: readonly GlobalForm[] },
): Promise<boolean> {
  const ofPresets = new Set(presets.flatMap(({ form_ids }) => form_ids))
  try {
    for (const { id: preset } of presets) await call(presetApi.attach, { params: { id: sessionId, preset } })
    const others = forms.filter(({ id }) => !ofPresets.has(id))
    for (const [index, form] of others.entries()) await attachForm(sessionId, form, ofPresets.size + index)
    return true
  } catch (error) {
    // The session exists: its page shows what it has, and the rest can be added there.
    reportError(error)
    return false
  }
}
