import type { SessionForm } from '@agency/contract/session-forms'
import { type SubmitEvent, useState } from 'react'
import { useMessages } from '../../../shared/language.ts'
import { SendProblem } from '../../../shared/problem-notice.tsx'
import { Button, Modal } from '../../../shared/shared-ui.tsx'
import { discardDraft, persistReason, useFieldsDraft } from '../fields/fields-draft.ts'
import { useAskBeforeLeaving } from '../fields/use-form-fields.ts'
import styles from '../form-screen.module.css'
import { useDecline } from '../signing-api.ts'
import { Retrying } from './retrying.tsx'

interface DeclineDialogProps {
  readonly form: SessionForm
  readonly onClose: () => void
}

/** Closing the dialog gives up what is being sent; the reason stays in the document's draft. */
export function DeclineDialog({ form, onClose }: DeclineDialogProps) {
  const t = useMessages()
  const { reason } = useFieldsDraft(form.id)
  const decline = useDecline(form, { onDone: () => discardDraft(form.id) })
  const [missing, setMissing] = useState(false)

  useAskBeforeLeaving(reason !== '')

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const given = reason.trim()
    setMissing(given === '')
    if (given === '') event.currentTarget.querySelector('textarea')?.focus()
    else decline.start({ reason: given })
  }

  function close() {
    decline.cancel()
    onClose()
  }

  const footer = (
    <>
      <Button variant="secondary" onClick={close}>
        {t('cancel')}
      </Button>
      <Button type="submit" form="decline" variant="danger" busy={decline.isPending} busyLabel={t('saving')}>
        {t('declineConfirm')}
      </Button>
    </>
  )
  return (
    <Modal
      open
      onOpenChange={close}
      title={t('declineHeading')}
      description={t('declineText')}
      closeLabel={t('close')}
      footer={footer}
    >
      <form id="decline" className={styles.stack} noValidate onSubmit={submit}>
        <div className="field">
          <label htmlFor="reason">{t('declineReason')}</label>
          <textarea
            id="reason"
            value={reason}
            maxLength={1_000}
            aria-invalid={missing}
            aria-describedby={missing ? 'reason-error' : undefined}
            onChange={(event) => persistReason(form.id, event.target.value)}
          />
          {missing && (
            <p className="field-error" id="reason-error" role="alert">
              {t('declineReasonMissing')}
            </p>
          )}
        </div>
        {decline.isRetrying && <Retrying />}
        {decline.isError && <SendProblem error={decline.error} kept />}
      </form>
    </Modal>
  )
}
