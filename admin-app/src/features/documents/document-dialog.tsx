import { ClientDocument, documentApi, type UpdateDocument } from '@agency/contract/documents'
import { saveFile } from '@agency/http-client/save-file'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Check } from 'typebox/value'
import { useReadOnly } from '../../shared/archive/read-only'
import { call } from '../../shared/call'
import { type DraftField, useConflictSave } from '../../shared/conflicts/use-conflict-save'
import { Field } from '../../shared/controls/field'
import { alertFailure, confirm } from '../../shared/dialogs/dialogs'
import { closeUnlessDirty } from '../../shared/dialogs/discard-guard'
import { FormModal } from '../../shared/dialogs/form-modal'
import { persistEdit } from '../../shared/persist-draft'
import { Button } from '../../shared/shared-ui'
import { hasVisibleText } from '../../shared/text/visible-text'
import { showToast } from '../../shared/toasts/toasts'
import { usePermission } from '../../shared/use-permission'
import { DeleteSealedDialog } from './delete-sealed-dialog'
import styles from './document-dialog.module.css'
import { DocumentFields } from './document-fields'
import { DocumentPreview } from './document-preview'
import { type DocumentDraft, documentsQuery, readDocument } from './document-queries'
import { SealedNotice } from './sealed-notice'

interface DocumentDialogProps {
  readonly clientId: string
  readonly document: ClientDocument
  readonly onClose: () => void
}

const fields: readonly DraftField<DocumentDraft>[] = [
  { name: 'file_name', label: 'Name' },
  { name: 'status', label: 'Status' },
  { name: 'folder', label: 'Folder' },
  { name: 'signed', label: 'Signed' },
  { name: 'notes', label: 'Notes', kind: 'rich-text' },
]

const draftOf = ({ file_name, status, folder, signed, notes }: ClientDocument): DocumentDraft => ({
  file_name,
  status: status ?? '',
  folder: folder ?? '',
  signed,
  notes: notes ?? '',
})

const useEdit = persistEdit(draftOf)

/** Deleting a signed document asks for the reason. That of an archived client is read-only. */
export function DocumentDialog(props: DocumentDialogProps) {
  const [deleting, setDeleting] = useState(false)
  if (!deleting) return <EditDocument {...props} onDeleteSealed={() => setDeleting(true)} />
  return <DeleteSealedDialog {...props} onDeleted={props.onClose} onClose={() => setDeleting(false)} />
}

interface EditDocumentProps extends DocumentDialogProps {
  readonly onDeleteSealed: () => void
}

function EditDocument({ clientId, document, onClose, onDeleteSealed }: EditDocumentProps) {
  const edit = useEdit(document.id, document)
  const { form } = edit
  const readOnly = useReadOnly()
  const mayOpen = usePermission('documents.open')
  const mayDeleteSigned = usePermission('documents.delete-signed')
  const isSigned = document.signed || document.sealed !== null
  const { download, askAndDelete, deleting } = useDocumentActions(clientId, document, onClose)
  const askForReason = () => void closeUnlessDirty(form.formState.isDirty, onDeleteSealed)
  const queryClient = useQueryClient()
  const save = useConflictSave({
    isItem: (value) => Check(ClientDocument, value),
    edit,
    fields,
    save: async (draft, base) => {
      await call(documentApi.update, { params: { id: base.id }, version: base.version, body: changeOf(draft, base) })
      await queryClient.invalidateQueries({ queryKey: documentsQuery(clientId).queryKey })
    },
    onSaved: () => {
      showToast({ text: 'Document saved.' })
      onClose()
    },
    failure: 'The changes could not be saved. Please try again.',
    question: 'Someone else changed this document',
  })
  if (save.conflict !== null) return save.conflict
  return (
    <FormModal
      title={document.file_name}
      size="wide"
      {...save.modal}
      busy={save.busy || deleting}
      onClose={onClose}
      actions={
        <>
          {!readOnly && (!isSigned || mayDeleteSigned) && (
            <Button
              variant="secondary"
              className="quiet-danger"
              busy={deleting}
              busyLabel="Deleting..."
              onClick={isSigned ? askForReason : askAndDelete}
            >
              Delete
            </Button>
          )}
          {mayOpen && (
            <Button
              variant="secondary"
              busy={download.isPending}
              busyLabel="Downloading..."
              onClick={() => download.mutate()}
            >
              Download file
            </Button>
          )}
        </>
      }
    >
      <div className={styles.columns}>
        <div className={styles.fields}>
          {document.sealed !== null && <SealedNotice clientId={clientId} sealed={document.sealed} />}
          <fieldset className={styles.inputs} disabled={readOnly}>
            <legend className="visually-hidden">Document</legend>
            {document.sealed === null && (
              <Field label="Name" error={form.formState.errors.file_name?.message}>
                {(ties) => (
                  <input
                    {...ties}
                    {...form.register('file_name', { validate: (name) => name?.trim() !== '' || 'Enter a name.' })}
                    maxLength={255}
                    autoComplete="off"
                  />
                )}
              </Field>
            )}
            <DocumentFields form={form} signedIsFixed={document.sealed !== null || (isSigned && !mayDeleteSigned)} />
          </fieldset>
          {document.sealed === null && <p className={styles.scan}>{scanTexts[document.scan]}</p>}
        </div>
        {mayOpen ? (
          <DocumentPreview clientId={clientId} document={document} />
        ) : (
          <p className="notice">Your access level does not allow opening files.</p>
        )}
      </div>
    </FormModal>
  )
}

const scanTexts: Record<ClientDocument['scan'], string> = {
  clean: 'Virus scan: nothing found.',
  not_scanned: 'Not scanned for viruses.',
}

/** The name of a sealed document is fixed, so that it is sent when it changed alone. */
const changeOf = (
  { file_name, status, folder, signed, notes }: DocumentDraft,
  base: ClientDocument,
): UpdateDocument => ({
  ...(file_name === base.file_name ? {} : { file_name }),
  status: status || null,
  folder: folder || null,
  signed,
  notes: hasVisibleText(notes) ? notes : null,
})

function useDocumentActions(clientId: string, document: ClientDocument, onClose: () => void) {
  const queryClient = useQueryClient()
  const download = useMutation({
    mutationFn: async () => saveFile(await readDocument(queryClient, clientId, document), document.file_name),
    onError: (error) => alertFailure('Failed to download the document.', error),
  })
  const remove = useMutation({
    mutationFn: () => call(documentApi.remove, { params: { id: document.id } }),
    onSuccess: async () => {
      onClose()
      showToast({ text: 'Document deleted.' })
      await queryClient.invalidateQueries({ queryKey: documentsQuery(clientId).queryKey })
    },
    onError: (error) => alertFailure('Failed to delete the document.', error),
  })
  const askAndDelete = async () => {
    const question = `Delete "${document.file_name}"? This can't be undone.`
    if (await confirm(question, { confirmLabel: 'Delete', danger: true })) remove.mutate()
  }
  return { download, askAndDelete, deleting: remove.isPending }
}
