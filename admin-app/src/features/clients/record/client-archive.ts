import type { ClientRecord } from '@agency/contract/clients'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { confirmArchiving, confirmDeletion, explainRefusal } from '../../../shared/archive/delete-for-good'
import { clientName } from '../../../shared/formatting'
import { paths } from '../../../shared/paths'
import { forgetRecord } from '../../../shared/recent-records'
import { showToast } from '../../../shared/toasts/toasts'
import { archiveClient, clientsKey, deleteClient } from '../clients-api'

const archiving =
  'The client disappears from lists, search, counts, the dashboard, the warning of duplicates and suggestions. The ' +
  'record and its audit trail are kept, and can be restored. The client can no longer open its sessions.'
const consequences = 'The record, its sessions and its files are deleted. The audit trail is kept.'

/** Archives, restores and deletes a client, each after its question. */
export function useClientArchive(client: ClientRecord) {
  const { id } = client
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  // A client is in the lists of sessions too.
  const refresh = () =>
    Promise.all([clientsKey, ['sessions']].map((queryKey) => queryClient.invalidateQueries({ queryKey })))
  const archive = useMutation({
    mutationFn: (archived: boolean) => archiveClient(id, archived),
    onSuccess: async ({ archived_at }) => {
      if (archived_at !== null) forgetRecord(paths.client(id))
      await refresh()
      if (archived_at === null) showToast({ text: 'Client restored.' })
      else showToast({ text: 'Client archived.', undo: () => archive.mutate(false) })
    },
    onError: (error) => explainRefusal(error, 'The client could not be archived or restored. Please try again.'),
  })
  const remove = useMutation({
    mutationFn: () => deleteClient(id),
    onSuccess: async () => {
      forgetRecord(paths.client(id))
      navigate(paths.clients)
      queryClient.removeQueries({ queryKey: [...clientsKey, 'record', id] })
      await refresh()
      showToast({ text: 'Client deleted.' })
    },
    onError: (error) => explainRefusal(error, 'The client could not be deleted. Please try again.'),
  })
  const askAndArchive = async () => {
    if (await confirmArchiving('client', archiving)) archive.mutate(true)
  }
  const askAndDelete = async () => {
    const words = clientName(client) || 'delete'
    if (await confirmDeletion({ kind: 'client', words, consequences })) remove.mutate()
  }
  return {
    busy: archive.isPending || remove.isPending,
    restore: () => archive.mutate(false),
    askAndArchive: () => void askAndArchive(),
    askAndDelete: () => void askAndDelete(),
  }
}
