import { useQueryClient } from '@tanstack/react-query'
import { showToast } from '../../shared/toasts/toasts'
import { documentsQuery, type UploadFields } from './documents-api'
import { UploadList } from './upload-list'
import { type Uploads, useUploads } from './use-uploads'

const fieldsIn = (folder: string): UploadFields => ({ status: '', folder, signed: false, notes: '' })

/** The uploads of files that were dropped on the Documents card. Uploaded files leave the list. */
export function useDroppedFiles(clientId: string): Uploads {
  const queryClient = useQueryClient()
  const uploads = useUploads(`${clientId} dropped`, clientId, async (_all, _failed, done) => {
    await queryClient.invalidateQueries({ queryKey: documentsQuery(clientId).queryKey })
    uploads.forgetDone()
    if (done > 0) showToast({ text: done === 1 ? '1 file uploaded.' : `${done} files uploaded.` })
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
