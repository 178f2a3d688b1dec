import { saveFrom } from '@agency/http-client/save-file'
import { useQueryClient } from '@tanstack/react-query'
import { environment } from './environment.ts'
import { useMessages } from './language.ts'
import { SaveButton } from './save-button.tsx'
import { sessionQuery } from './session-api.ts'
import { useOpenSession } from './session-store.ts'

/** Downloads all sealed documents of the session as one archive. */
export function PacketButton() {
  const t = useMessages()
  const queries = useQueryClient()
  const { session_code: code } = useOpenSession()
  const save = async () => {
    // A download by the browser shows no error, so the session and the connection are checked first.
    await queries.fetchQuery({ ...sessionQuery(code), staleTime: 0 })
    saveFrom(`${environment.apiBase}/session/${encodeURIComponent(code)}/packet`)
  }
  return <SaveButton label={t('packet.download')} save={save} />
}
