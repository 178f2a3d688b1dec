import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { SessionForm } from 'contract/session-forms'
import { useMessages } from '../../shared/i18n/language.ts'
import { SendProblem } from '../../shared/load-problem.tsx'
import { Button } from '../../shared/shared-ui.tsx'
import { formFileQuery } from './signing-api.ts'

interface DownloadButtonProps {
  readonly form: SessionForm
  readonly title: string
}

/** Saves the document under its title. */
export function DownloadButton({ form, title }: DownloadButtonProps) {
  const messages = useMessages()
  const queries = useQueryClient()
  const download = useMutation({
    mutationFn: async () => save(await queries.fetchQuery(formFileQuery(form)), `${title}.pdf`),
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
        {messages.download}
      </Button>
      {download.isError && <SendProblem error={download.error} />}
    </>
  )
}

function save(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name.replace(/[/\\:*?"<>|]+/g, ' ')
  link.click()
  // The browser has taken the data by the next turn; some take it no sooner.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
