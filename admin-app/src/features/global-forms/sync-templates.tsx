import { useMutation, useQueryClient } from '@tanstack/react-query'
import { readRefusal } from '../../shared/api-error'
import { alert, alertFailure } from '../../shared/dialogs/dialogs'
import { globalFormsQuery } from '../../shared/global-forms-query'
import { syncTemplates } from './global-forms-api'

/** Pulls templates into the library and says how it went; what was done, or what staff can do, stays to be read. */
export function useSyncTemplates() {
  const queryClient = useQueryClient()
  const { data, error, isPending, mutate } = useMutation({
    mutationFn: syncTemplates,
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: globalFormsQuery.queryKey })
      await alert('DocuSign templates synced successfully!')
    },
    onError: (refusal) => alertFailure('Failed to sync DocuSign templates. Check console for details.', refusal),
  })
  const body = readRefusal(error)?.body
  const reason = body?.code === 'ESIGN_FAILED' ? body.message : null
  return { done: data, reason, isPending, start: () => mutate() }
}
