import { formatSessionCode } from '@agency/contract/session-code'
import { useMutation } from '@tanstack/react-query'
import { alertFailure } from '../../shared/dialogs/dialogs'
import { downloadFile } from '../../shared/files/protected-file'
import { Button } from '../../shared/shared-ui'

interface PacketButtonProps {
  readonly sessionCode: string
  readonly primary: boolean
}

/** Downloads all sealed documents of a session with a signed manifest of their hashes, as one archive. */
export function PacketButton({ sessionCode, primary }: PacketButtonProps) {
  const download = useMutation({
    mutationFn: () =>
      downloadFile(
        `session/${encodeURIComponent(sessionCode)}/packet`,
        `Documents ${formatSessionCode(sessionCode)}.zip`,
      ),
    onError: (error) => alertFailure('Failed to download the packet.', error),
  })
  return (
    <Button
      variant={primary ? 'primary' : 'secondary'}
      busy={download.isPending}
      busyLabel="Downloading..."
      title="All signed documents of this session with their certificates, in one ZIP file"
      onClick={() => download.mutate()}
    >
      Download Packet
    </Button>
  )
}
