import { formatSessionCode, normalizeSessionCode } from '@agency/contract/session-code'
import type { Session } from '@agency/contract/sessions'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { confirmArchiving, confirmDeletion, explainRefusal } from '../../../shared/archive/delete-for-good'
import { paths } from '../../../shared/paths'
import { forgetRecord } from '../../../shared/recent-records'
import { showToast } from '../../../shared/toasts/toasts'
import { archiveSession, deleteSession, sessionsKey } from '../sessions-api'

const archiving =
  'The session disappears from lists, search, counts and the dashboard. It is kept with its documents and its audit ' +
  'trail, and can be restored. The client can no longer open it.'
const consequences = 'The session and its documents are deleted. The audit trail is kept.'

/** Archives, restores and deletes a session, each after its question. */
export function useSessionArchive({ session_code: code, client_id }: Session) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const forget = () => forgetRecord(paths.session(client_id, normalizeSessionCode(code)))
  const refresh = () => queryClient.invalidateQueries({ queryKey: sessionsKey })
  const archive = useMutation({
    mutationFn: (archived: boolean) => archiveSession(code, archived),
    onSuccess: async ({ archived_at }) => {
      if (archived_at !== null) forget()
      await refresh()
      if (archived_at === null) showToast({ text: 'Session restored.' })
      else showToast({ text: 'Session archived.', undo: () => archive.mutate(false) })
    },
    onError: (error) => explainRefusal(error, 'The session could not be archived or restored. Please try again.'),
  })
  const remove = useMutation({
    mutationFn: () => deleteSession(code),
    onSuccess: async () => {
      forget()
      navigate(paths.client(client_id))
      queryClient.removeQueries({ queryKey: [...sessionsKey, 'details', code] })
      await refresh()
      showToast({ text: 'Session deleted.' })
    },
    onError: (error) => explainRefusal(error, 'The session could not be deleted. Please try again.'),
  })
  const askAndArchive = async () => {
    if (await confirmArchiving('session', archiving)) archive.mutate(true)
  }
  const askAndDelete = async () => {
    if (await confirmDeletion({ kind: 'session', words: formatSessionCode(code), consequences })) remove.mutate()
  }
  return {
    busy: archive.isPending || remove.isPending,
    restore: () => archive.mutate(false),
    askAndArchive: () => void askAndArchive(),
    askAndDelete: () => void askAndDelete(),
  }
}
