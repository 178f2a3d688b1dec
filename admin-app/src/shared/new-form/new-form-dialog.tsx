import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { FormModal } from '../dialogs/form-modal'
import { globalFormsQuery } from '../global-forms-query'
import { losesWork, type NewForm } from './new-form'
import { KindField, NewFormFields } from './new-form-fields'
import { TemplateNote } from './template-note'
import { UploadProgress } from './upload-progress'
import { useNewFormRules } from './use-new-form-rules'

interface NewFormDialogProps {
  readonly title: string
  readonly form: UseFormReturn<NewForm>
  readonly busy: boolean
  /** How much of its file is on its way, from 0 to 1. */
  readonly progress: number
  readonly onSave: (values: NewForm) => void
  readonly onClose: () => void
  /** Fields after the kind of form. */
  readonly children?: ReactNode
}

/** Makes a form; templates are only explained, since they come from the provider. */
export function NewFormDialog({ title, form, busy, progress, onSave, onClose, children }: NewFormDialogProps) {
  const queryClient = useQueryClient()
  const rules = useNewFormRules(form)
  const frame = { title, dirty: losesWork(form), onClose }
  if (form.watch('kind') === 'docusign') {
    const refreshAndClose = () => {
      void queryClient.invalidateQueries({ queryKey: globalFormsQuery.queryKey })
      onClose()
    }
    return (
      <TemplateNote {...frame} onRefresh={refreshAndClose}>
        <KindField form={form} />
      </TemplateNote>
    )
  }
  const save = async (values: NewForm) => {
    await rules.warn(values)
    onSave(values)
  }
  return (
    <FormModal {...frame} busy={busy} saveDisabled={rules.incomplete} onSubmit={form.handleSubmit(save)}>
      <KindField form={form} />
      {children}
      <NewFormFields form={form} />
      {busy && form.watch('file') !== null && <UploadProgress fraction={progress} />}
    </FormModal>
  )
}
