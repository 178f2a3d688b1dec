import { useMutation } from '@tanstack/react-query'
import { useMessages } from './language.ts'
import { SendProblem } from './problem-notice.tsx'
import { Button } from './shared-ui.tsx'

interface SaveButtonProps {
  readonly label: string
  readonly save: () => Promise<void>
}

/** Saves a file on the client's device. It is busy meanwhile and shows a failure. */
export function SaveButton({ label, save }: SaveButtonProps) {
  const t = useMessages()
  const download = useMutation({ mutationFn: save })
  return (
    <>
      <Button
        variant="secondary"
        size="large"
        busy={download.isPending}
        busyLabel={t('downloading')}
        onClick={() => download.mutate()}
      >
        {label}
      </Button>
      {download.isError && <SendProblem error={download.error} />}
    </>
  )
}
