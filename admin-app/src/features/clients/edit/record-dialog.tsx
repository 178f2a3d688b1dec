import { clientDialogs, type DialogName } from '@agency/contract/client-fields'
import type { ClientRecord } from '@agency/contract/clients'
import { useState } from 'react'
import { FormModal } from '../../../shared/dialogs/form-modal'
import { fieldsOfDialog } from '../record/record-fields'
import { RecordGroups } from './record-groups'
import { useRecordEdit, useRecordSave } from './use-record-save'

interface RecordDialogProps {
  readonly dialog: DialogName
  readonly client: ClientRecord
  readonly onClose: () => void
}

/** Edits the fields of one dialog. */
export function RecordDialog({ dialog, client, onClose }: RecordDialogProps) {
  const fields = fieldsOfDialog(dialog)
  const [message, setMessage] = useState<string | null>(null)
  const edit = useRecordEdit(`${client.id} ${dialog}`, client, fields)
  const { form } = edit
  const save = useRecordSave(edit, {
    name: clientDialogs[dialog].replace(/^Edit /, ''),
    onSaved: onClose,
    onRefused: (marked) =>
      setMessage(marked ? 'Please check the marked fields.' : 'The changes could not be saved. Please try again.'),
  })
  if (save.conflict !== null) return save.conflict
  return (
    <FormModal
      title={clientDialogs[dialog]}
      size={fields.length > 8 || dialog === 'notes' ? 'wide' : 'medium'}
      dirty={form.formState.isDirty}
      busy={save.busy}
      onSubmit={form.handleSubmit((draft) => {
        setMessage(null)
        save.submit(draft)
      })}
      onClose={onClose}
    >
      {message !== null && (
        <p className="notice" data-tone="danger" role="alert">
          {message}
        </p>
      )}
      <RecordGroups dialog={dialog} fields={fields} form={form} />
    </FormModal>
  )
}
