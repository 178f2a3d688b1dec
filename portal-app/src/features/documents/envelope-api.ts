import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { EnvelopeAnswer } from 'contract/esign'
import { useNavigate } from 'react-router-dom'
import { api } from '../../shared/api.ts'
import { useOpenSession } from '../../shared/open-session.ts'
import { sessionFormsQuery } from '../../shared/session-forms-api.ts'

/**
 * Has the envelope of a document made, and goes to the document when the answer names one.
 * @param to the document's own screen
 */
export function useSendEnvelope(formId: string, to: string) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { queryKey } = sessionFormsQuery(useOpenSession().id)
  const mutationKey = ['envelope', formId]
  const { isPending, error, mutate } = useMutation({
    mutationKey,
    mutationFn: async () => {
      const answer = await api.post(`docusign/envelopes/${encodeURIComponent(formId)}`).json<EnvelopeAnswer>()
      if (!answer.success || !answer.envelopeId) throw new Error('No envelope was made')
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey })
      navigate(to)
    },
  })
  // A second tap may come before the screen shows what the first one did.
  const send = () => {
    if (queries.isMutating({ mutationKey }) === 0) mutate()
  }
  return { isSending: isPending, error, send }
}
