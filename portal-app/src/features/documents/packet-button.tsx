import { saveFrom } from '@agency/http-client/save-file'
import { useQueryClient } from '@tanstack/react-query'
import { environment } from '../../shared/environment.ts'
import { useMessages } from '../../shared/language.ts'
import { SaveButton } from '../../shared/save-button.tsx'
import { sessionQuery } from '../../shared/session-api.ts'
import { useOpenSession } from '../../shared/session-store.ts'

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
