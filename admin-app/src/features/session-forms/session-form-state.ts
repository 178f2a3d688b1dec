import type { SessionForm } from '@agency/contract/session-forms'
import { useQueryClient } from '@tanstack/react-query'
import { sessionListsKey } from '../../shared/client-queries'
import { sessionFormsKey } from '../../shared/session-documents'

/** Refetches a session's documents after a change, and the session's status, which depends on them. */
export function useRefreshSession(sessionId: string): () => Promise<void> {
  const queryClient = useQueryClient()
  return async () => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: sessionFormsKey(sessionId) }),
      queryClient.invalidateQueries({ queryKey: sessionListsKey }),
    ])
  }
}

/** Whether it is signed and not sealed yet: its file is still the unsigned original. */
export const waitsForSeal = ({ status, envelope_id, sealed_sha256 }: SessionForm): boolean =>
  status === 'signed' && envelope_id !== null && sealed_sha256 === null

/** The path of a document's file: the sealed copy of a completed document, else the original. */
export const formFilePath = (form: SessionForm): string =>
  `sessionforms/${form.id}/file${waitsForSeal(form) ? '?original=true' : ''}`
