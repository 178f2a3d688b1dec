import { type SessionForm, sessionFormApi } from '@agency/contract/session-forms'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../shared/call'
import { alertFailure } from '../../../shared/dialogs/dialogs'
import { sessionFormsKey } from '../../../shared/session-documents'
import { inOrder, orderedBy, reorderWithin } from './form-order'

/** Optimistic. When the server refuses it, the stored order is restored and an alert is shown. */
export function useFormOrder(sessionId: string, stored: readonly SessionForm[] | undefined) {
  const queryClient = useQueryClient()
  const [wanted, setWanted] = useState<readonly string[] | null>(null)
  const forms = stored && (wanted === null ? inOrder(stored) : orderedBy(stored, wanted))
  const settled = (ids: readonly string[]) => setWanted((now) => (now === ids ? null : now))
  const order = useMutation({
    mutationFn: async (ids: readonly string[]) =>
      (await call(sessionFormApi.order, { params: { id: sessionId }, body: { ids } })).data,
    // Mutations of one scope run in sequence, so that the last requested order wins.
    scope: { id: `order of ${sessionId}` },
    onSuccess: async (answer, ids) => {
      // A pending poll may carry the previous order.
      await queryClient.cancelQueries({ queryKey: sessionFormsKey(sessionId) })
      queryClient.setQueryData(sessionFormsKey(sessionId), answer)
      settled(ids)
    },
    onError: async (error, ids) => {
      await queryClient.invalidateQueries({ queryKey: sessionFormsKey(sessionId) })
      settled(ids)
      await alertFailure('The new order could not be saved. The previous order was restored.', error)
    },
  })
  /** @param folder the ids of one folder's documents in their new order */
  const reorder = (folder: readonly string[]) => {
    if (forms === undefined) return
    const ids = reorderWithin(
      forms.map(({ id }) => id),
      folder,
    )
    setWanted(ids)
    order.mutate(ids)
  }
  return { forms, reorder }
}
