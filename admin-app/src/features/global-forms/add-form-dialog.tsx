import type { GlobalForm } from '@agency/contract/global-forms'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { createGlobalForm, globalFormsQuery } from '../../shared/new-form/create-form'
import { emptyForm, type NewForm, showNewFormErrors } from '../../shared/new-form/new-form'
import { NewFormDialog } from '../../shared/new-form/new-form-dialog'
import { persistDraft } from '../../shared/persist-draft'

const useDraft = persistDraft<NewForm>({ password: null })

interface AddFormDialogProps {
  /** Called with the new form after the dialog has closed. */
  readonly onAdded: (form: GlobalForm) => void
  readonly onClose: () => void
}

/** Adds a form to the library. */
export function AddFormDialog({ onAdded, onClose }: AddFormDialogProps) {
  const form = useDraft('new', { defaultValues: emptyForm })
  const [progress, setProgress] = useState(0)
  const create = useCreateForm(form, setProgress, (added) => {
    onClose()
    onAdded(added)
  })
  return (
    <NewFormDialog
      title="Add New Form"
      form={form}
      busy={create.isPending}
      progress={progress}
      onSave={(values) => create.mutate(values)}
      onClose={onClose}
    />
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
    onError: (error) => showNewFormErrors(error, form, 'Error saving form. See console for details.'),
  })
}
