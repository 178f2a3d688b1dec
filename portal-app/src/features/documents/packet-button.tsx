import { formatSessionCode } from 'contract/session-code'
import { api } from '../../shared/api.ts'
import { useOpenSession } from '../../shared/open-session.ts'
import { SaveButton } from '../../shared/save-button.tsx'
import { saveFile } from '../../shared/save-file.ts'
import { usePacketWords } from './packet-words.ts'

/** Saves every sealed document of the session as one archive. */
export function PacketButton() {
  const words = usePacketWords()
  const { session_code: code } = useOpenSession()
  const save = async () => {
    const packet = await api.get(`session/${encodeURIComponent(code)}/packet`).blob()
    saveFile(packet, `${words.file} ${formatSessionCode(code)}.zip`)
  }
  return <SaveButton label={words.download} save={save} />
}
