import type { SessionForm } from '@agency/contract/session-forms'
import { type SubmitEvent, useState } from 'react'
import { useMessages } from '../../../shared/language.ts'
import { SendProblem } from '../../../shared/problem-notice.tsx'
import { Button, Modal } from '../../../shared/shared-ui.tsx'
import styles from '../form-screen.module.css'
import { useDecline } from '../signing-api.ts'

interface DeclineDialogProps {
  readonly form: SessionForm
  /** The text typed so far. Closing the dialog does not discard it. */
  readonly reason: string
  readonly onReason: (reason: string) => void
  readonly onClose: () => void
}

/** Asks for the reason and sends it to the agency. */
export function DeclineDialog({ form, reason, onReason, onClose }: DeclineDialogProps) {
  const t = useMessages()
  const decline = useDecline(form)
  const [missing, setMissing] = useState(false)

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const given = reason.trim()
    setMissing(given === '')
    if (given === '') event.currentTarget.querySelector('textarea')?.focus()
    else decline.start({ reason: given })
  }

  const footer = (
    <>
      <Button variant="secondary" onClick={onClose}>
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
      onOpenChange={onClose}
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
            onChange={(event) => onReason(event.target.value)}
          />
          {missing && (
            <p className="field-error" id="reason-error" role="alert">
              {t('declineReasonMissing')}
            </p>
          )}
        </div>
        {decline.isError && <SendProblem error={decline.error} kept />}
      </form>
    </Modal>
  )
}
