import { formatSessionCode } from '@agency/contract/session-code'
import type { SessionForm } from '@agency/contract/session-forms'
import { useMutation } from '@tanstack/react-query'
import { alertFailure } from '../../shared/dialogs/dialogs'
import { downloadFile } from '../../shared/files/protected-file'
import { Button } from '../../shared/shared-ui'

/** Downloads all sealed documents of a session with a signed manifest of their hashes, as one archive. */
export function PacketButton({ sessionCode }: { readonly sessionCode: string }) {
  const download = useMutation({
    mutationFn: () =>
      downloadFile(
        `session/${encodeURIComponent(sessionCode)}/packet`,
        `Documents ${formatSessionCode(sessionCode)}.zip`,
      ),
    onError: (error) => alertFailure('Failed to download the packet.', error),
  })
  return (
    <Button variant="secondary" busy={download.isPending} busyLabel="Downloading..." onClick={() => download.mutate()}>
      Download Packet
    </Button>
  )
}

/** Whether a document is in its session's packet: sealed and not voided. */
export const isInPacket = ({ status, sealed_sha256 }: SessionForm): boolean =>
  status === 'completed' && sealed_sha256 !== null
