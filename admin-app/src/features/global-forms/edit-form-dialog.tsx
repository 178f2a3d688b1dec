import { GlobalForm, globalFormApi, type UpdateGlobalForm } from '@agency/contract/global-forms'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Check } from 'typebox/value'
import { useReadOnly } from '../../shared/archive/read-only'
import { call, pathOf } from '../../shared/call'
import { type DraftField, useConflictSave } from '../../shared/conflicts/use-conflict-save'
import { Field } from '../../shared/controls/field'
import { alertFailure } from '../../shared/dialogs/dialogs'
import { FormModal } from '../../shared/dialogs/form-modal'
import { FormPreview } from '../../shared/files/form-preview'
import { openFile } from '../../shared/files/protected-file'
import { counted } from '../../shared/formatting'
import { globalFormsQuery } from '../../shared/new-form/create-form'
import { ReadingChoice } from '../../shared/new-form/new-form-fields'
import { AcceptedLosses } from '../../shared/pdf-checks/accepted-losses'
import { PdfCheckNotice } from '../../shared/pdf-checks/pdf-check-notice'
import { persistEdit } from '../../shared/persist-draft'
import { Button } from '../../shared/shared-ui'
import { NotesField } from '../../shared/text/notes-field'
import { hasVisibleText } from '../../shared/text/visible-text'
import styles from './edit-form-dialog.module.css'
import { AcceptLosses, DismissRefusal, FormActions } from './form-actions'

interface EditFormDialogProps {
  readonly form: GlobalForm
  /** The section about the fields on its pages, if it can have any. */
  readonly fields: ReactNode
  readonly onClose: () => void
}

interface FormTexts {
  readonly title: string
  readonly folder: string
  readonly notes: string
  readonly reading: string
}

const textFields: readonly DraftField<FormTexts>[] = [
  { name: 'title', label: 'Title' },
  { name: 'folder', label: 'Folder' },
  { name: 'notes', label: 'Notes', kind: 'rich-text' },
  { name: 'reading', label: 'Reading' },
]

const textsOf = ({ title, folder, notes, reading }: GlobalForm): FormTexts => ({
  title: title ?? '',
  folder: folder ?? '',
  notes: notes ?? '',
  reading,
})

const changeOf = ({ title, folder, notes, reading }: FormTexts): UpdateGlobalForm => ({
  title: title || null,
  folder: folder || null,
  notes: hasVisibleText(notes) ? notes : null,
  reading: reading === 'every_page' ? 'every_page' : 'jump',
})

const useEdit = persistEdit(textsOf)

/** Edits a form's title, folder and notes, and what its signing demands. Previews a template; opens a PDF or a link. */
export function EditFormDialog({ form, fields, onClose }: EditFormDialogProps) {
  const edit = useEdit(form.id, form)
  const { control, register, formState } = edit.form
  const queryClient = useQueryClient()
  const readOnly = useReadOnly()
  const save = useConflictSave({
    isItem: (value) => Check(GlobalForm, value),
    edit,
    fields: textFields,
    save: async (draft, base) => {
      await call(globalFormApi.update, { params: { id: base.id }, version: base.version, body: changeOf(draft) })
      await queryClient.invalidateQueries({ queryKey: globalFormsQuery.queryKey })
    },
    onSaved: onClose,
    failure: 'Error saving form. See console for details.',
    alerts: true,
    question: 'Someone else changed this form',
  })
  if (save.conflict !== null) return save.conflict
  return (
    <FormModal
      title="Edit Form"
      size="wide"
      {...save.modal}
      onClose={onClose}
      actions={!readOnly && <FormActions form={form} dirty={formState.isDirty} onGone={onClose} />}
    >
      <fieldset className="field-grid" disabled={readOnly}>
        <legend className="visually-hidden">Form</legend>
        <Field label="Title">
          {(ties) => <input {...ties} {...register('title')} maxLength={500} autoComplete="off" />}
        </Field>
        <Field label="Folder">
          {(ties) => <input {...ties} {...register('folder')} maxLength={500} autoComplete="off" />}
        </Field>
        {form.type === 'PDF' && form.requires_signature && (
          <Field label="Reading" hint="Documents that are attached from now on.">
            {(ties) => <ReadingChoice {...ties} {...register('reading')} />}
          </Field>
        )}
      </fieldset>
      <NotesField control={control} name="notes" />
      <PdfCheckNotice
        form={form}
        next={
          form.has_file
            ? 'Use Replace PDF to upload another file.'
            : 'Use Replace PDF to upload another file, or delete the form.'
        }
        accept={!readOnly && <AcceptLosses form={form} />}
        dismiss={!readOnly && <DismissRefusal form={form} />}
      />
      <AcceptedLosses form={form} />
      <FormSource form={form} />
      {fields}
      {form.docusign_template_id !== null && form.has_file && <FormPreview path={filePathOf(form)} />}
    </FormModal>
  )
}

/** The path of a form's PDF. */
const filePathOf = ({ id }: GlobalForm): string => pathOf(globalFormApi.replaceFile.path, { id })

function FormSource({ form }: { readonly form: GlobalForm }) {
  const open = useMutation({
    mutationFn: () => openFile(filePathOf(form)),
    onError: (error) => alertFailure('Failed to open the document.', error),
  })
  if (form.type === 'Link' && form.source !== null) {
    return (
      <p className={styles.source}>
        <a href={form.source} target="_blank" rel="noopener noreferrer">
          {form.source}
        </a>
      </p>
    )
  }
  if (!form.has_file) return null
  return (
    <div className={styles.source}>
      {/* A template's preview has its own button for a new window. */}
      {form.docusign_template_id === null && (
        <Button variant="secondary" busy={open.isPending} busyLabel="Opening..." onClick={() => open.mutate()}>
          Open
        </Button>
      )}
      <span className={styles.facts}>
        {form.pages !== null && `${counted(form.pages, 'page')} · `}
        {form.requires_signature ? 'to be signed' : 'to be read'}
      </span>
    </div>
  )
}
