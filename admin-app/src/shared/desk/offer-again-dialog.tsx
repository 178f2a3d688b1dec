import { type SessionForm, sessionFormApi } from '@agency/contract/session-forms'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { readRefusal } from '../api-error'
import { call } from '../call'
import { Field } from '../controls/field'
import { alert } from '../dialogs/dialogs'
import { FormModal } from '../dialogs/form-modal'
import { serverMessage, useSaveDialog } from '../dialogs/save-dialog'
import { useRefreshWork } from './refresh-work'
import { showReminder } from './reminder-outcome'

/** A document that the client declined. */
export type Declined = Pick<SessionForm, 'id' | 'title' | 'version'>

interface OfferAgainDialogProps {
  readonly declined: Declined
  readonly onClose: () => void
}

/** Asks the client again who has declined, and tells them, with a note of staff. */
export function OfferAgainDialog({ declined, onClose }: OfferAgainDialogProps) {
  const form = useForm({ defaultValues: { note: '' } })
  const { register, formState } = form
  const refresh = useRefreshWork()
  const [wasOffered, setOffered] = useState(false)
  const sayNotTold = (why: string) => alert(`The client can sign it again, but was not told of it. ${why}`)
  const modal = useSaveDialog({
    form,
    save: ({ note }) => offerAgain(declined, note.trim(), () => setOffered(true)),
    names: ['note'],
    onSaved: async ({ told, failure }) => {
      onClose()
      await refresh()
      if (told !== null) showReminder(told, 'Offered Again')
      else await sayNotTold(failure)
    },
    failure: 'The document could not be offered again. Please try again.',
    explain: serverMessage('WRONG_STATE', 'EDIT_CONFLICT', 'ESIGN_FAILED', 'INVALID_INPUT'),
  })
  return (
    <FormModal
      title="Offer Again"
      description={`The client can sign “${declined.title || 'Untitled'}” after all. An email with the link is sent if one can be; else you get its text. The decline stays on the session, in lists and on the certificate.`}
      {...modal}
      saveLabel="Offer Again"
      busyLabel="Sending..."
      onClose={() => {
        onClose()
        if (wasOffered) void refresh().then(() => sayNotTold(remindLater))
      }}
    >
      <Field
        label="Note to the client"
        hint="Optional. It follows the greeting of the message, as you write it: in the client's language, without the passcode."
        error={formState.errors.note?.message}
      >
        {(ties) => <textarea {...ties} {...register('note')} rows={3} maxLength={300} />}
      </Field>
    </FormModal>
  )
}

const remindLater = 'Remind them from the document.'

/**
 * @param onOffered called before the client is told
 * @returns how the client was told; `told` is null if the document is offered again and no message could be made
 * @throws the refusal of a note, so that it can be corrected
 */
async function offerAgain({ id, version }: Declined, note: string, onOffered: () => void) {
  const params = { id }
  // A repeat after a failure finds it offered already.
  await call(sessionFormApi.update, { params, version, body: { status: 'pending' } })
  onOffered()
  try {
    const told = await call(sessionFormApi.remind, { params, body: note === '' ? null : { note } })
    return { told, failure: '' }
  } catch (error) {
    if (readRefusal(error)?.body?.code === 'INVALID_INPUT') throw error
    return { told: null, failure: serverMessage()(error) ?? remindLater }
  }
}
