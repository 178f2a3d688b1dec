import { sessionMessageApi } from '@agency/contract/messages'
import type { Session } from '@agency/contract/sessions'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useReadOnly } from '../../../shared/archive/read-only'
import { call } from '../../../shared/call'
import { sessionListsKey } from '../../../shared/client-queries'
import { alert } from '../../../shared/dialogs/dialogs'
import { serverMessage } from '../../../shared/dialogs/save-dialog'
import { sessionFormsKey } from '../../../shared/session-documents'
import { sessionQuery } from '../session-queries'

/** To be called when the link or passcode was copied for the client: the first time, the session counts as sent. */
export function useHandOver({ id, session_code: code, sent_at }: Session): () => void {
  const queryClient = useQueryClient()
  const isReadOnly = useReadOnly()
  const { mutate } = useMutation({
    mutationFn: () => call(sessionMessageApi.handOver, { params: { code } }),
    onSuccess: () => {
      // Fetching the session again would be another access on the audit trail.
      const now = new Date().toISOString()
      queryClient.setQueryData(sessionQuery(code).queryKey, (old) => old && { ...old, sent_at: old.sent_at ?? now })
      return Promise.all(
        [sessionFormsKey(id), sessionListsKey].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
      )
    },
    onError: (error) => {
      const refusal = serverMessage('WRONG_STATE')(error)
      if (refusal !== undefined) void alert(refusal)
    },
  })
  return () => {
    if (sent_at === null && !isReadOnly) mutate()
  }
}
