import { useQueryClient } from '@tanstack/react-query'
import { counted } from '../../shared/formatting'
import { useLogin } from '../../shared/login-store'
import { paths } from '../../shared/paths'
import { useRecentRecords } from '../../shared/recent-records'
import { showToast } from '../../shared/toasts/toasts'
import { documentsQuery, type UploadFields } from './document-queries'
import { UploadList } from './upload-list'
import type { UploadResult } from './upload-lists'
import { type Uploads, uploadedText, useUploads } from './use-uploads'

const fieldsIn = (folder: string): UploadFields => ({ status: '', folder, signed: false, notes: '' })

/** The text of the toast about dropped files. It names the client, since another page may be open by then. */
function settledText({ done, failed }: UploadResult, client: string): string {
  const failure = failed.length > 0 ? [`${counted(failed.length, 'file')} could not be uploaded for ${client}.`] : []
  return [...(done > 0 ? [uploadedText(done)] : []), ...failure].join(' ')
}

/** Uploads dropped files, also after the user leaves the page. Failed ones stay in the list; a toast counts them. */
export function useDroppedFiles(clientId: string): Uploads {
  const queryClient = useQueryClient()
  const path = paths.client(clientId)
  const visited = useRecentRecords(({ records }) => records.find(({ to }) => to === path))
  const uploads = useUploads(`${clientId} dropped`, clientId, async (result) => {
    await queryClient.invalidateQueries({ queryKey: documentsQuery(clientId).queryKey })
    uploads.forgetDone()
    const text = settledText(result, visited?.label ?? 'a client')
    // The login screen names no client.
    if (text !== '' && useLogin.getState().login !== null) showToast({ text })
  })
  return uploads
}

/** Uploads dropped files to a folder at once; `''` for none. */
export const uploadTo = (uploads: Uploads, folder: string, files: readonly File[]): void =>
  uploads.upload(uploads.add(files), fieldsIn(folder))

/** The dropped files that are not uploaded yet, with their progress, Cancel and Retry. */
export function DroppedFiles({ uploads }: { readonly uploads: Uploads }) {
  return (
    <UploadList
      files={uploads.files}
      busy={uploads.busy}
      onRemove={uploads.remove}
      onCancel={uploads.cancel}
      onRetry={(file) => uploads.upload([file], file.fields ?? fieldsIn(''))}
    />
  )
}
