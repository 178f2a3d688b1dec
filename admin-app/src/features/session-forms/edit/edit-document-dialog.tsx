import { SessionForm, sessionFormApi } from '@agency/contract/session-forms'
import { isDone, isOpen } from '@agency/contract/session-state'
import { type ReactNode, useState } from 'react'
import { Check } from 'typebox/value'
import { call } from '../../../shared/call'
import { useConflictSave } from '../../../shared/conflicts/use-conflict-save'
import { confirm } from '../../../shared/dialogs/dialogs'
import { closeUnlessDirty } from '../../../shared/dialogs/discard-guard'
import { FormModal } from '../../../shared/dialogs/form-modal'
import { serverMessage } from '../../../shared/dialogs/save-dialog'
import { FormPreview } from '../../../shared/files/form-preview'
import { persistEdit } from '../../../shared/persist-draft'
import { ProgressLine } from '../../../shared/progress/progress-line'
import { documentSteps } from '../../../shared/progress/progress-steps'
import { isDeclined } from '../../../shared/session-documents'
import { Button } from '../../../shared/shared-ui'
import { usePermission } from '../../../shared/use-permission'
import { formFilePath, useRefreshSession } from '../session-form-state'
import { DocumentActions } from './document-actions'
import { changeOf, draftFields, draftOf } from './document-draft'
import { DocumentFacts } from './document-facts'
import { DocumentNotices } from './document-notices'
import { EditDocumentFields } from './edit-document-fields'
import { VoidDocumentDialog } from './void-document-dialog'

interface EditDocumentDialogProps {
  readonly form: SessionForm
  readonly client: string | null
  readonly phone: string | null
  /** The section about the fields on its pages, if it can have any. */
  readonly fields: ReactNode
  /** Called when another document is to take the place of this declined one. */
  readonly onReplace: () => void
  readonly onClose: () => void
}

const useEdit = persistEdit(draftOf)
/** One document of a session: its texts and dates, its status, and the actions that end it. */
export function EditDocumentDialog({ form, ...props }: EditDocumentDialogProps) {
  const [voiding, setVoiding] = useState(false)
  const [voided, setVoided] = useState<SessionForm | null>(null)
  if (voiding) return <VoidDocumentDialog form={form} onVoided={setVoided} onClose={() => setVoiding(false)} />
  // The answer of the void call may be newer than the list: an older version must not be edited.
  const newest = voided !== null && voided.version > form.version ? voided : form
  return <EditDocument form={newest} onVoid={() => setVoiding(true)} {...props} />
}

interface EditDocumentProps extends EditDocumentDialogProps {
  readonly onVoid: () => void
}

function EditDocument({ form: document, client, phone, fields, onVoid, onReplace, onClose }: EditDocumentProps) {
  const refresh = useRefreshSession(document.session_id)
  const edit = useEdit(document.id, document)
  const { form } = edit
  const mayOpen = usePermission('documents.open')
  const save = useConflictSave({
    isItem: (value) => Check(SessionForm, value),
    edit,
    fields: draftFields,
    save: async (draft, base) => {
      await call(sessionFormApi.update, {
        params: { id: base.id },
        version: base.version,
        body: changeOf(draft, base, document.frozen_fields),
      })
      await refresh()
    },
    onSaved: onClose,
    failure: 'The changes could not be saved. Please try again.',
    explain: serverMessage('WRONG_STATE', 'DOCUMENT_SEALED', 'PDF_NOT_CHECKED'),
    question: 'Someone else changed this document',
  })
  if (save.conflict !== null) return save.conflict
  return (
    <FormModal
      title="Edit Document"
      size="wide"
      {...save.modal}
      onSubmit={form.handleSubmit(async (draft) => {
        if (await mayOverrule(document, draft.status)) save.submit(draft)
      })}
      onClose={onClose}
      actions={
        <DocumentActions
          form={document}
          onVoid={() => void closeUnlessDirty(form.formState.isDirty, onVoid)}
          onRemoved={onClose}
        />
      }
    >
      <DocumentNotices
        form={document}
        phone={phone}
        onReplace={() => void closeUnlessDirty(form.formState.isDirty, onReplace)}
      />
      <ProgressLine label="Progress of the document" steps={documentSteps(document, client)} />
      <EditDocumentFields form={form} document={document} />
      <DocumentFacts form={document} />
      {fields}
      {document.has_file && mayOpen && <Preview form={document} />}
    </FormModal>
  )
}

/** Asks for confirmation before the client is asked again, or a status replaces the client's refusal. */
async function mayOverrule(document: SessionForm, chosen: SessionForm['status']): Promise<boolean> {
  const { status, declined_at } = document
  if (declined_at === null || isDone(document) || chosen === status || chosen === 'declined') return true
  if (isDeclined(document) && isOpen({ status: chosen })) {
    return confirm(
      'The client declined to sign this document. Ask again? It can be signed then, and the decline stays on the session, in lists and on the certificate.',
      { title: 'The client declined', confirmLabel: 'Ask Again', cancelLabel: 'Keep' },
    )
  }
  return confirm(
    `The client declined to sign this document. Set its status to “${chosen}” all the same? It will be shown as set by you, not as the client’s decision. If it was the last open document, the client gets a copy of what they signed.`,
    { title: 'The client declined', confirmLabel: 'Set Status', cancelLabel: 'Keep' },
  )
}

/** The button may have been at the lower edge of the dialog, with nothing of the pages in view. */
const scrollTo = (preview: HTMLElement | null) => preview?.scrollIntoView({ block: 'start' })

/** A template's is shown at once, others on demand: every access to a sealed one is audited. */
function Preview({ form }: { readonly form: SessionForm }) {
  const isShownAtOnce = form.source_template_id !== null && form.sealed_sha256 === null
  const [shown, setShown] = useState(isShownAtOnce)
  if (shown) {
    return (
      <div ref={isShownAtOnce ? null : scrollTo}>
        <FormPreview path={formFilePath(form)} />
      </div>
    )
  }
  return (
    <div>
      <Button variant="secondary" onClick={() => setShown(true)}>
        Show Preview
      </Button>
    </div>
  )
}
