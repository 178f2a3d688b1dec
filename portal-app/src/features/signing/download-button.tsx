import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { SessionForm } from 'contract/session-forms'
import { useMessages } from '../../shared/i18n/language.ts'
import { SendProblem } from '../../shared/load-problem.tsx'
import { saveFile } from '../../shared/save-file.ts'
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
    mutationFn: async () => saveFile(await queries.fetchQuery(formFileQuery(form)), `${title}.pdf`),
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
