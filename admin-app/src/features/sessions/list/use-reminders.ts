import { type RemindAnswer, sessionReminderApi } from '@agency/contract/session-forms'
import type { SessionListItem } from '@agency/contract/sessions'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../shared/call'
import { useRefreshWork } from '../../../shared/desk/refresh-work'
import { serverMessage } from '../../../shared/dialogs/save-dialog'
import { useSubmission } from '../../../shared/dialogs/submission'

/** What became of a reminder: how the client gets it, or why there is none. */
export type ReminderOutcome = RemindAnswer | { readonly failure: string }

/** Reminds the clients of sessions, one after the other: each has an outcome, and a failure stops none of the others. */
export function useReminders() {
  const refresh = useRefreshWork()
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, ReminderOutcome>>(new Map())
  const remind = useMutation({
    mutationFn: async (sessions: readonly SessionListItem[]) => {
      for (const { id, session_code: code } of sessions) {
        const outcome = await remindOf(code)
        setOutcomes((before) => new Map(before).set(id, outcome))
      }
    },
    onSettled: refresh,
  })
  const submission = useSubmission(remind.isPending, String(remind.submittedAt))
  return {
    outcomes,
    busy: remind.isPending,
    remind: (sessions: readonly SessionListItem[]) => submission(() => remind.mutate(sessions)),
  }
}

async function remindOf(code: string): Promise<ReminderOutcome> {
  try {
    return await call(sessionReminderApi.remind, { params: { code } })
  } catch (error) {
    return { failure: serverMessage()(error) ?? 'No reminder was sent. Please try again.' }
  }
}
