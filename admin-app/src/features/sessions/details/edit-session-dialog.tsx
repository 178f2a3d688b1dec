import { closedStatusOf } from '@agency/contract/session-state'
import { passcodeMask, Session, type SessionStatus, sessionApi, type UpdateSession } from '@agency/contract/sessions'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { UseFormReturn } from 'react-hook-form'
import { Check } from 'typebox/value'
import { call } from '../../../shared/call'
import { type DraftField, useConflictSave } from '../../../shared/conflicts/use-conflict-save'
import { DateField } from '../../../shared/dates/date-field'
import { today } from '../../../shared/dates/today'
import { confirm } from '../../../shared/dialogs/dialogs'
import { closeUnlessDirty } from '../../../shared/dialogs/discard-guard'
import { FormModal } from '../../../shared/dialogs/form-modal'
import { serverMessage } from '../../../shared/dialogs/save-dialog'
import { formatMoment } from '../../../shared/formatting'
import { persistEdit } from '../../../shared/persist-draft'
import { SessionTypeField } from '../../../shared/session-type/session-type-field'
import { Button } from '../../../shared/shared-ui'
import { EditPasscode, type SessionDraft } from '../passcode/edit-passcode'
import { changedMeanwhile, isEditConflict, sessionsKey, updateSession } from '../session-queries'
import { SigningCodeField } from '../signing-code-field'

interface EditSessionDialogProps {
  readonly session: Session
  readonly onClose: () => void
}

const fields: readonly DraftField<SessionDraft>[] = [
  { name: 'session_type', label: 'Session type' },
  { name: 'passcode', label: 'Client login password' },
  { name: 'make_passcode', label: 'Make a new passcode' },
  { name: 'expires_at', label: 'Expires' },
  { name: 'signing_code', label: 'One-time code before signing' },
]

const draftOf = ({ session_type, passcode, expires_at, signing_code }: Session): SessionDraft => ({
  session_type,
  passcode: passcode === passcodeMask ? '' : (passcode ?? ''),
  make_passcode: false,
  expires_at: today(new Date(expires_at)),
  signing_code,
})

/** The changed values alone: the server ends the client's login when a passcode or an expiry is sent. */
function changeOf(draft: SessionDraft, over: Session): UpdateSession {
  const before = draftOf(over)
  const passcode = draft.passcode.trim()
  return {
    ...(draft.session_type === before.session_type ? {} : { session_type: draft.session_type }),
    ...(draft.make_passcode
      ? { make_passcode: true }
      : passcode === before.passcode
        ? {}
        : { passcode: passcode || null }),
    ...(draft.expires_at === before.expires_at ? {} : { expires_at: endOf(draft.expires_at) }),
    ...(draft.signing_code === before.signing_code ? {} : { signing_code: draft.signing_code }),
  }
}

/** The last second of a day in the local time zone. */
const endOf = (day: string): string => new Date(`${day}T23:59:59`).toISOString()

const useEdit = persistEdit(draftOf)

/** Changes a session's type, passcode, expiry and one-time code; ends or reopens it. */
export function EditSessionDialog({ session, onClose }: EditSessionDialogProps) {
  const edit = useEdit(session.id, session)
  const { form } = edit
  const queryClient = useQueryClient()
  const send = useSend()
  const save = useConflictSave({
    isItem: (value) => Check(Session, value),
    edit,
    fields,
    save: (draft, base) => {
      turn.reset()
      return send(base, changeOf(draft, base))
    },
    onSaved: onClose,
    failure,
    explain,
    names: ['passcode', 'expires_at'],
    // The record of a conflict has no passcode.
    complete: ({ session_code }) => call(sessionApi.one, { params: { code: session_code } }),
    question: 'Someone else changed this session',
  })
  const turn = useMutation({
    mutationFn: (cancelled: boolean) => send(session, { cancelled }),
    onSuccess: onClose,
    onError: (error) => isEditConflict(error) && queryClient.invalidateQueries({ queryKey: sessionsKey }),
  })
  if (save.conflict !== null) return save.conflict
  return (
    <FormModal
      title="Edit Session Info"
      {...save.modal}
      busy={save.busy || turn.isPending}
      error={turn.isIdle ? save.modal.error : turn.error && explainTurn(turn.error)}
      onClose={onClose}
      actions={
        <EndOrReopen
          status={session.status}
          busy={turn.isPending}
          dirty={form.formState.isDirty}
          onTurn={(cancelled) => turn.mutate(cancelled)}
        />
      }
    >
      <SessionFields form={form} session={session} />
    </FormModal>
  )
}

function SessionFields({ form, session }: { readonly form: UseFormReturn<SessionDraft>; readonly session: Session }) {
  const { control, register, formState } = form
  const earliest = today()
  const future = (day: string) =>
    day === formState.defaultValues?.expires_at || day >= earliest ? undefined : 'Choose today or a later day.'
  return (
    <>
      <SessionTypeField control={register('session_type')} />
      <EditPasscode form={form} session={session} />
      <DateField
        control={control}
        name="expires_at"
        label="Expires"
        hint={`The client can open the session until ${formatMoment(session.expires_at)}, or to the end of another day.`}
        rule={future}
      />
      <SigningCodeField control={register('signing_code')} own={session.signing_code} />
    </>
  )
}

interface EndOrReopenProps {
  readonly status: SessionStatus
  readonly busy: boolean
  /** Something was changed in the dialog, which is not saved. */
  readonly dirty: boolean
  /** Called with true to end the session, with false to reopen it. */
  readonly onTurn: (cancelled: boolean) => void
}

function EndOrReopen({ status, busy, dirty, onTurn }: EndOrReopenProps) {
  if (closedStatusOf({ status }) !== undefined) {
    return (
      <Button variant="secondary" busy={busy} onClick={() => void closeUnlessDirty(dirty, () => onTurn(false))}>
        Reopen Session
      </Button>
    )
  }
  const askAndEnd = async () => {
    const unsaved = dirty ? ' What you have changed here is not saved.' : ''
    const question = `End this session? The client can no longer open it until you reopen it, also for copies of what was signed.${unsaved}`
    if (await confirm(question, { confirmLabel: 'End session', cancelLabel: 'Keep editing', danger: true }))
      onTurn(true)
  }
  return (
    <Button variant="secondary" busy={busy} onClick={askAndEnd}>
      End session
    </Button>
  )
}

/** Sends a change, and resolves after all session queries were refetched. */
function useSend() {
  const queryClient = useQueryClient()
  return async (base: Session, body: UpdateSession): Promise<void> => {
    await updateSession(base, body)
    await queryClient.invalidateQueries({ queryKey: sessionsKey })
  }
}

const failure = 'The changes could not be saved. Please try again.'
/** The server's message when the state of the session forbids the change. */
const explain = serverMessage('WRONG_STATE')
const explainTurn = (error: Error): string => (isEditConflict(error) ? changedMeanwhile : (explain(error) ?? failure))
