import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { GlobalForm, UpdateGlobalForm } from 'contract/global-forms'
import { Controller, useForm } from 'react-hook-form'
import { alertFailure } from '../../shared/dialogs'
import { Field } from '../../shared/field'
import { FormModal } from '../../shared/form-modal'
import { globalFormsQuery } from '../../shared/global-forms-query'
import { openFile } from '../../shared/open-file'
import { Button, RichText } from '../../shared/shared-ui'
import { hasVisibleText } from '../../shared/visible-text'
import styles from './edit-form-dialog.module.css'
import { globalFormFilePath, updateForm } from './global-forms-api'

interface EditFormDialogProps {
  readonly form: GlobalForm
  readonly onClose: () => void
}

/** Edits a form's title, folder and notes; opens its PDF or its address. */
export function EditFormDialog({ form, onClose }: EditFormDialogProps) {
  const { control, register, handleSubmit, formState } = useForm({
    defaultValues: { title: form.title ?? '', folder: form.folder ?? '', notes: form.notes ?? '' },
  })
  const save = useSaveForm(form.id, onClose)
  return (
    <FormModal
      title="Edit Form"
      size="wide"
      dirty={formState.isDirty}
      busy={save.isPending}
      onSubmit={handleSubmit(({ title, folder, notes }) =>
        save.mutate({ title: title || null, folder: folder || null, notes: hasVisibleText(notes) ? notes : null }),
      )}
      onClose={onClose}
    >
      <div className="field-grid">
        <Field label="Title">
          {(ties) => <input {...ties} {...register('title')} maxLength={500} autoComplete="off" />}
        </Field>
        <Field label="Folder">
          {(ties) => <input {...ties} {...register('folder')} maxLength={500} autoComplete="off" />}
        </Field>
      </div>
      <div className="field">
        <span className="field-label">Notes</span>
        <Controller
          control={control}
          name="notes"
          render={({ field }) => <RichText label="Notes" value={field.value} onChange={field.onChange} />}
        />
      </div>
      <FormSource form={form} />
    </FormModal>
  )
}

function FormSource({ form }: { readonly form: GlobalForm }) {
  const open = useMutation({
    mutationFn: () => openFile(globalFormFilePath(form.id)),
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
      <Button variant="secondary" busy={open.isPending} busyLabel="Opening..." onClick={() => open.mutate()}>
        Open
      </Button>
      <span className={styles.facts}>
        {form.pages !== null && `${form.pages} ${form.pages === 1 ? 'page' : 'pages'} · `}
        {form.requires_signature ? 'to be signed' : 'to be read'}
      </span>
    </div>
  )
}

function useSaveForm(id: string, onClose: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: UpdateGlobalForm) => updateForm(id, body),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: globalFormsQuery.queryKey })
      onClose()
    },
    onError: (error) => alertFailure('Error saving form. See console for details.', error),
  })
}
