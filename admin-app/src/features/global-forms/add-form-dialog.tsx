import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { GlobalForm } from 'contract/global-forms'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { FormModal } from '../../shared/form-modal'
import { globalFormsQuery } from '../../shared/global-forms-query'
import { keptForm } from '../../shared/kept-state'
import { explainRefusal } from '../../shared/new-form/explain-refusal'
import { emptyForm, losesWork, type NewForm } from '../../shared/new-form/new-form'
import { createGlobalForm } from '../../shared/new-form/new-form-api'
import { KindField, NewFormFields } from '../../shared/new-form/new-form-fields'
import { TemplateNote } from '../../shared/new-form/template-note'
import { UploadProgress } from '../../shared/new-form/upload-progress'
import { useNewFormRules } from '../../shared/new-form/use-new-form-rules'

const title = 'Add New Form'

const useDraft = keptForm<NewForm>()

interface AddFormDialogProps {
  /** Called with the new form once the dialog is closed. */
  readonly onAdded: (form: GlobalForm) => void
  readonly onClose: () => void
}

/** Adds a form to the library; templates are only explained, since they come from the provider. */
export function AddFormDialog({ onAdded, onClose }: AddFormDialogProps) {
  const form = useDraft('new', { defaultValues: emptyForm })
  const queryClient = useQueryClient()
  const rules = useNewFormRules(form)
  const [progress, setProgress] = useState(0)
  const create = useCreateForm(form, setProgress, (added) => {
    onClose()
    onAdded(added)
  })
  const kind = form.watch('kind')
  const refreshAndClose = () => {
    void queryClient.invalidateQueries({ queryKey: globalFormsQuery.queryKey })
    onClose()
  }
  if (kind === 'docusign') {
    return (
      <TemplateNote title={title} dirty={losesWork(form)} onClose={onClose} onRefresh={refreshAndClose}>
        <KindField form={form} />
      </TemplateNote>
    )
  }
  return (
    <FormModal
      title={title}
      dirty={losesWork(form)}
      busy={create.isPending}
      saveDisabled={rules.incomplete}
      onSubmit={form.handleSubmit(async (values) => {
        await rules.warn(values)
        create.mutate(values)
      })}
      onClose={onClose}
    >
      <KindField form={form} />
      <NewFormFields form={form} />
      {create.isPending && form.watch('file') !== null && <UploadProgress fraction={progress} />}
    </FormModal>
  )
}

function useCreateForm(
  form: UseFormReturn<NewForm>,
  onProgress: (fraction: number) => void,
  onDone: (form: GlobalForm) => void,
) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (values: NewForm) => createGlobalForm(values, onProgress),
    onMutate: () => onProgress(0),
    onSuccess: async (added) => {
      await queryClient.invalidateQueries({ queryKey: globalFormsQuery.queryKey })
      onDone(added)
    },
    onError: (error) => explainRefusal(error, form, 'Error saving form. See console for details.'),
  })
}
