import type { ClientRecord } from '@agency/contract/clients'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { alertFailure, confirm } from '../../../shared/dialogs/dialogs'
import { downloadFile } from '../../../shared/files/protected-file'
import { clientName } from '../../../shared/formatting'
import { revealHeaders } from '../../../shared/reveals/reveal-headers'
import { showToast } from '../../../shared/toasts/toasts'
import { usePermission } from '../../../shared/use-permission'

const question =
  'Download the file of this client as a ZIP: the record with sensitive values, policies, notes, documents and signed PDFs? It is saved in Activity.'

/** A function that saves the whole file of a client, after a question; undefined for those who may not. */
export function useClientFile(client: ClientRecord): (() => void) | undefined {
  const queryClient = useQueryClient()
  const mayOpen = usePermission('documents.open')
  const maySee = usePermission('clients.sensitive')
  const download = useMutation({
    mutationFn: async () => {
      if (!(await confirm(question, { confirmLabel: 'Download' }))) return
      const headers = await revealHeaders(queryClient, client.id)
      await downloadFile(`clients/${client.id}/file`, `Client ${clientName(client)}.zip`, { headers })
      showToast({ text: `The whole file of ${clientName(client) || 'this client'} is downloaded.` })
    },
    onError: (error) => alertFailure('The file of this client could not be downloaded.', error),
  })
  const isOffered = mayOpen && maySee && !download.isPending
  return isOffered ? () => download.mutate() : undefined
}
