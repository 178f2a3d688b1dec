import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { GlobalForm } from 'contract/global-forms'
import { useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { Field } from '../../shared/field'
import { FormModal } from '../../shared/form-modal'
import { globalFormsQuery } from '../../shared/global-forms-query'
import { explainRefusal } from './explain-refusal'
import { createLink, uploadPdf } from './global-forms-api'
import { emptyForm, formKinds, type NewForm } from './new-form'
import { NewFormFields } from './new-form-fields'
import { TemplateNote } from './template-note'

/** Adds a form to the library; templates are only explained, since they come from the provider. */
export function AddFormDialog({ onClose }: { readonly onClose: () => void }) {
  const form = useForm<NewForm>({ defaultValues: emptyForm })
  const queryClient = useQueryClient()
  const [progress, setProgress] = useState(0)
  const create = useCreateForm(form, setProgress, onClose)
  const kind = form.watch('kind')
  const refreshAndClose = () => {
    void queryClient.invalidateQueries({ queryKey: globalFormsQuery.queryKey })
    onClose()
  }
  if (kind === 'docusign') {
    return (
      <TemplateNote onClose={onClose} onRefresh={refreshAndClose}>
        <KindField form={form} />
      </TemplateNote>
    )
  }
  return (
    <FormModal
      title="Add New Form"
      dirty={form.formState.isDirty}
      busy={create.isPending}
      saveDisabled={kind === 'pdf' && form.watch('file') === null}
      onSubmit={form.handleSubmit((values) => create.mutate(values))}
      onClose={onClose}
    >
      <KindField form={form} />
      <NewFormFields form={form} />
      {create.isPending && kind === 'pdf' && (
        <div className="field">
          <label htmlFor="upload-progress">Uploading</label>
          <progress id="upload-progress" value={progress} max={1} />
        </div>
      )}
    </FormModal>
  )
}

function KindField({ form }: { readonly form: UseFormReturn<NewForm> }) {
  return (
    <Field label="Form Type">
      {(ties) => (
        <select {...ties} {...form.register('kind')}>
          {formKinds.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

function useCreateForm(form: UseFormReturn<NewForm>, onProgress: (fraction: number) => void, onClose: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (values: NewForm) => create(values, onProgress),
    onMutate: () => onProgress(0),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: globalFormsQuery.queryKey })
      onClose()
    },
    onError: (error) => explainRefusal(error, form),
  })
}

function create(values: NewForm, onProgress: (fraction: number) => void): Promise<GlobalForm> {
  const { title, folder, notes, source, file, requiresSignature } = values
  const words = { title, folder: folder || null, notes: notes || null }
  if (values.kind === 'link') return createLink({ ...words, type: 'Link', source })
  if (file === null) throw new Error('A PDF must be chosen before it is uploaded.')
  return uploadPdf({ ...words, requiresSignature, file }, onProgress)
}
