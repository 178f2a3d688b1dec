import { useMutation } from '@tanstack/react-query'
import { formatSessionCode } from 'contract/session-code'
import { api } from '../../shared/api.ts'
import { useMessages } from '../../shared/i18n/language.ts'
import { SendProblem } from '../../shared/load-problem.tsx'
import { useOpenSession } from '../../shared/open-session.ts'
import { saveFile } from '../../shared/save-file.ts'
import { Button } from '../../shared/shared-ui.tsx'
import { usePacketWords } from './packet-words.ts'

/** Saves every sealed document of the session as one archive. */
export function PacketButton() {
  const messages = useMessages()
  const words = usePacketWords()
  const { session_code: code } = useOpenSession()
  const download = useMutation({
    mutationFn: async () => {
      const packet = await api.get(`session/${encodeURIComponent(code)}/packet`).blob()
      saveFile(packet, `${words.file} ${formatSessionCode(code)}.zip`)
    },
  })
  return (
    <>
      <Button
        variant="secondary"
        size="large"
        busy={download.isPending}
        busyLabel={messages.downloading}
        onClick={() => download.mutate()}
      >
        {words.download}
      </Button>
      {download.isError && <SendProblem error={download.error} />}
    </>
  )
}
