import { type ClientRecord, clientApi } from '@agency/contract/clients'
import { clientDeletionWords, deletionApi } from '@agency/contract/permanent-deletion'
import { useArchive } from '../../../shared/archive/use-archive'
import { call } from '../../../shared/call'
import { paths } from '../../../shared/paths'
import { clientsKey } from '../client-queries'

const archiving =
  'The client disappears from lists, search, counts, the dashboard, the warning of duplicates and suggestions. The ' +
  'record and its audit trail are kept, and can be restored. The client can no longer open its sessions.'
const deletion =
  'The record, its sessions and its files are deleted. The audit trail is kept. What has signed documents can be archived alone.'

export function useClientArchive(client: ClientRecord) {
  const { id } = client
  return useArchive({
    kind: 'client',
    path: paths.client(id),
    parentPath: paths.clients,
    queryKey: [...clientsKey, 'record', id],
    // The lists of sessions show clients too.
    listKeys: [clientsKey, ['sessions']],
    words: clientDeletionWords(client),
    archiving,
    deletion,
    archive: (archived) => call(clientApi.archive, { params: { id }, body: { archived } }),
    remove: (confirmation) => call(deletionApi.client, { params: { id }, body: { confirmation } }),
  })
}
