import { deletionApi } from '@agency/contract/permanent-deletion'
import { formatSessionCode, normalizeSessionCode } from '@agency/contract/session-code'
import { type Session, sessionApi } from '@agency/contract/sessions'
import { useArchive } from '../../../shared/archive/use-archive'
import { call } from '../../../shared/call'
import { paths } from '../../../shared/paths'
import { sessionsKey } from '../session-queries'

const archiving =
  'The session disappears from lists, search, counts and the dashboard. It is kept with its documents and its audit ' +
  'trail, and can be restored. The client can no longer open it.'
const deletion =
  'The session and its documents are deleted. The audit trail is kept. What has signed documents can be archived alone.'

export function useSessionArchive({ session_code: code, client_id }: Session) {
  return useArchive({
    kind: 'session',
    path: paths.session(client_id, normalizeSessionCode(code)),
    parentPath: paths.client(client_id),
    queryKey: [...sessionsKey, 'details', code],
    listKeys: [sessionsKey],
    words: formatSessionCode(code),
    archiving,
    deletion,
    archive: (archived) => call(sessionApi.archive, { params: { code }, body: { archived } }),
    remove: (confirmation) => call(deletionApi.session, { params: { code }, body: { confirmation } }),
  })
}
