import { useQueryClient } from '@tanstack/react-query'
import { alert } from '../../shared/dialogs/dialogs'
import { FormModal } from '../../shared/dialogs/form-modal'
import { persistDraft } from '../../shared/persist-draft'
import { hasVisibleText } from '../../shared/text/visible-text'
import { showToast } from '../../shared/toasts/toasts'
import { DocumentFields } from './document-fields'
import { documentsQuery, type UploadFields } from './document-queries'
import { FilesChooser } from './files-chooser'
import { UploadList } from './upload-list'
import { uploadedText, useUploads } from './use-uploads'

interface UploadDialogProps {
  readonly clientId: string
  readonly onClose: () => void
}

const empty: UploadFields = { status: '', folder: '', signed: false, notes: '' }

const useDraft = persistDraft<UploadFields>()

/** Uploads files to a client's record. It closes after all were uploaded. */
export function UploadDialog({ clientId, onClose }: UploadDialogProps) {
  const queryClient = useQueryClient()
  const form = useDraft(clientId, { defaultValues: empty })
  const uploads = useUploads(clientId, clientId, async ({ isComplete, failed, done }) => {
    await queryClient.invalidateQueries({ queryKey: documentsQuery(clientId).queryKey })
    if (isComplete) close()
    if (done > 0) showToast({ text: uploadedText(done) })
    if (failed > 0) await alert('Upload failed.')
  })
  const close = () => {
    uploads.forgetAll()
    onClose()
  }
  const typed = (): UploadFields => {
    const values = form.getValues()
    return { ...values, notes: hasVisibleText(values.notes) ? values.notes : '' }
  }
  return (
    <FormModal
      title="Upload Documents"
      dirty={form.formState.isDirty || uploads.unsent.length > 0}
      busy={uploads.busy}
      saveLabel="Upload"
      busyLabel="Uploading..."
      saveDisabled={uploads.unsent.length === 0}
      onSubmit={() => uploads.upload(uploads.unsent, typed())}
      onClose={close}
    >
      <FilesChooser disabled={uploads.busy} onChoose={uploads.add} />
      <UploadList
        files={uploads.files}
        busy={uploads.busy}
        onRemove={uploads.remove}
        onCancel={uploads.cancel}
        onRetry={(file) => uploads.upload([file], typed())}
      />
      <DocumentFields form={form} />
    </FormModal>
  )
}
