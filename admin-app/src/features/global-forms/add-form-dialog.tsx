import type { GlobalForm } from '@agency/contract/global-forms'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useSaveDialog } from '../../shared/dialogs/save-dialog'
import { createGlobalForm, globalFormsQuery } from '../../shared/new-form/create-form'
import { emptyForm, type NewForm, showNewFormErrors } from '../../shared/new-form/new-form'
import { NewFormDialog } from '../../shared/new-form/new-form-dialog'
import { persistDraft } from '../../shared/persist-draft'

const useDraft = persistDraft<NewForm>({ password: null })

interface AddFormDialogProps {
  /** Called with the new form in place of `onClose`. @param places whether its fields are placed next */
  readonly onAdded: (form: GlobalForm, places: boolean) => void
  readonly onClose: () => void
}

export function AddFormDialog({ onAdded, onClose }: AddFormDialogProps) {
  const form = useDraft('new', { defaultValues: emptyForm })
  const [progress, setProgress] = useState(0)
  const placesFields = useRef(false)
  const queryClient = useQueryClient()
  const modal = useSaveDialog({
    form,
    save: async (values) => {
      setProgress(0)
      const added = await createGlobalForm(values, setProgress)
      await queryClient.invalidateQueries({ queryKey: globalFormsQuery.queryKey })
      return added
    },
    onSaved: (added) => onAdded(added, placesFields.current && added.has_file),
    failure: (error) => showNewFormErrors(error, form, 'Error saving form. See console for details.'),
  })
  return (
    <NewFormDialog
      title="Add New Form"
      form={form}
      modal={modal}
      placesFields={placesFields}
      progress={progress}
      onClose={onClose}
    />
  )
}
