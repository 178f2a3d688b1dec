import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode, RefObject } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { closeUnlessDirty, useLeaveGuard } from '../dialogs/discard-guard'
import { FormModal } from '../dialogs/form-modal'
import type { ModalSave } from '../dialogs/save-dialog'
import { Button, Modal } from '../shared-ui'
import { globalFormsQuery } from './create-form'
import { losesWork, type NewForm, useNewFormRules } from './new-form'
import styles from './new-form.module.css'
import { KindField, NewFormFields } from './new-form-fields'

interface NewFormDialogProps {
  readonly title: string
  readonly form: UseFormReturn<NewForm>
  readonly modal: ModalSave
  /** Set before a save: whether the fields of the new PDF are placed next. Null where they can't be. */
  readonly placesFields: RefObject<boolean> | null
  /** The uploaded fraction of the file, from 0 to 1. */
  readonly progress: number
  readonly onClose: () => void
  /** Fields after the kind of form. */
  readonly children?: ReactNode
}

/** Creates a form. For a template it only explains the sync: templates come from the provider. */
export function NewFormDialog(props: NewFormDialogProps) {
  const { title, form, modal, placesFields, progress, onClose, children } = props
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
  const submit = async (places: boolean) => {
    if (placesFields !== null) placesFields.current = places
    await rules.warn(form.getValues())
    await modal.onSubmit()
  }
  return (
    <FormModal
      {...modal}
      {...frame}
      saveDisabled={rules.incomplete}
      otherSave={
        placesFields !== null && rules.hasFields
          ? { label: 'Continue to fields', onSubmit: () => submit(true) }
          : undefined
      }
      onSubmit={() => submit(false)}
    >
      <KindField form={form} />
      {children}
      <NewFormFields form={form} />
      {modal.busy && form.watch('file') !== null && <UploadProgress fraction={progress} />}
    </FormModal>
  )
}

interface TemplateNoteProps {
  readonly title: string
  /** Whether closing would lose what was typed for another kind. */
  readonly dirty: boolean
  readonly onClose: () => void
  readonly onRefresh: () => void
  readonly children: ReactNode
}

/** Explains where DocuSign templates come from: none is created here. */
function TemplateNote({ title, dirty, onClose, onRefresh, children }: TemplateNoteProps) {
  useLeaveGuard(dirty)
  return (
    <Modal
      open
      onOpenChange={() => void closeUnlessDirty(dirty, onClose)}
      title={title}
      footer={<Button onClick={() => void closeUnlessDirty(dirty, onRefresh)}>Close &amp; Refresh</Button>}
    >
      <div className={styles.body}>
        {children}
        <p className="notice" data-tone="info">
          Templates are created on the e-signature provider's site. Pull them in with Sync Templates.
        </p>
      </div>
    </Modal>
  )
}

function UploadProgress({ fraction }: { readonly fraction: number }) {
  return (
    <div className="field">
      <label htmlFor="upload-progress">Uploading</label>
      <progress id="upload-progress" value={fraction} max={1} />
    </div>
  )
}
