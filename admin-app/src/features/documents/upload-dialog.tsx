import { useQueryClient } from '@tanstack/react-query'
import { alert } from '../../shared/dialogs/dialogs'
import { FormModal } from '../../shared/dialogs/form-modal'
import { counted } from '../../shared/formatting'
import { persistDraft } from '../../shared/persist-draft'
import { hasVisibleText } from '../../shared/text/visible-text'
import { showToast } from '../../shared/toasts/toasts'
import { DocumentFields } from './document-fields'
import { type DocumentDraft, documentsQuery, type UploadFields } from './document-queries'
import { FilesChooser } from './files-chooser'
import { UploadList } from './upload-list'
import { type UploadResult, uploadFailed } from './upload-lists'
import { uploadedText, useUploads } from './use-uploads'

interface UploadDialogProps {
  readonly clientId: string
  readonly onClose: () => void
}

const empty: UploadFields = { status: '', folder: '', signed: false, notes: '' }

const mostNamed = 5

/** Which files are not uploaded, and why. */
function failureText(failed: UploadResult['failed'], done: number): string {
  const named = failed
    .slice(0, mostNamed)
    .map(({ name, reason }) => (reason === uploadFailed ? name : `${name}: ${reason}`))
  const more = failed.length > mostNamed ? [`and ${counted(failed.length - mostNamed, 'other file')}`] : []
  const others = done > 0 ? [`${counted(done, 'other file')} uploaded.`] : []
  return [...named, ...more, ...others].join('\n')
}

const useDraft = persistDraft<DocumentDraft>()

/** Uploads files to a client's record. It closes after all were uploaded. */
export function UploadDialog({ clientId, onClose }: UploadDialogProps) {
  const queryClient = useQueryClient()
  const form = useDraft(clientId, { defaultValues: empty })
  const uploads = useUploads(clientId, clientId, async ({ isComplete, failed, done }) => {
    await queryClient.invalidateQueries({ queryKey: documentsQuery(clientId).queryKey })
    if (isComplete) close()
    if (done > 0) showToast({ text: uploadedText(done) })
    if (failed.length > 0) await alert(failureText(failed, done), uploadFailed)
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
