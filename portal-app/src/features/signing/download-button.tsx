import type { SessionForm } from '@agency/contract/session-forms'
import { saveFile } from '@agency/http-client/save-file'
import { useQueryClient } from '@tanstack/react-query'
import { useMessages } from '../../shared/language.ts'
import { SaveButton } from '../../shared/save-button.tsx'
import { formFileQuery } from './signing-api.ts'

interface DownloadButtonProps {
  readonly form: SessionForm
  readonly title: string
}

/** Saves the document under its title. */
export function DownloadButton({ form, title }: DownloadButtonProps) {
  const t = useMessages()
  const queries = useQueryClient()
  const save = async () => saveFile(await queries.fetchQuery(formFileQuery(form)), `${title}.pdf`)
  return <SaveButton label={t('download')} save={save} />
}
