import type { RemindAnswer, SessionForm } from '@agency/contract/session-forms'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { readRefusal } from '../../../shared/api-error'
import { alert, alertFailure } from '../../../shared/dialogs/dialogs'
import { Button } from '../../../shared/shared-ui'
import { remindOfForm } from '../session-forms-api'
import { useRefreshSession } from '../use-refresh-session'
import { ReminderDialog } from './reminder-dialog'

/** Reminds the client of a document, and shows whether that went out or is to be passed on. */
export function RemindButton({ form }: { readonly form: SessionForm }) {
  const refresh = useRefreshSession(form.session_id)
  const [answer, setAnswer] = useState<RemindAnswer | null>(null)
  const remind = useMutation({
    mutationFn: () => remindOfForm(form.id),
    onSuccess: async (made) => {
      setAnswer(made)
      await refresh()
    },
    onError: (error) => {
      const body = readRefusal(error)?.body
      if (body?.code === 'WRONG_STATE') return alert(body.message)
      return alertFailure('Failed to remind the client. Please try again.', error)
    },
  })
  return (
    <>
      <Button variant="secondary" busy={remind.isPending} busyLabel="Reminding..." onClick={() => remind.mutate()}>
        Remind
      </Button>
      {answer !== null && <ReminderDialog answer={answer} onClose={() => setAnswer(null)} />}
    </>
  )
}
