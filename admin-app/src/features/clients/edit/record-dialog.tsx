import { clientDialogs, type DialogName } from '@agency/contract/client-fields'
import type { ClientRecord } from '@agency/contract/clients'
import { useEffect, useRef, useState } from 'react'
import { alertFailure } from '../../../shared/dialogs/dialogs'
import { FormModal } from '../../../shared/dialogs/form-modal'
import { LateNotice } from '../../../shared/late-notices'
import { useMounted } from '../../../shared/use-mounted'
import { usePermission } from '../../../shared/use-permission'
import { fieldsOfDialog, isHidden, type RecordField } from '../record/record-fields'
import { useReveals } from '../reveals/use-reveals'
import { RecordGroups } from './record-groups'
import { useRecordEdit, useRecordSave } from './use-record-save'

interface RecordDialogProps {
  readonly dialog: DialogName
  readonly client: ClientRecord
  readonly onClose: () => void
}

/** Edits the fields of one dialog. The values of masked fields are fetched first, as one reveal. */
export function RecordDialog({ dialog, client, onClose }: RecordDialogProps) {
  const maySee = usePermission('clients.sensitive')
  const fields = fieldsOfDialog(dialog, maySee)
  const record = useRevealedRecord(client, fields, onClose)
  if (record === null) return <LateNotice delayed>Loading the values...</LateNotice>
  return <RecordForm dialog={dialog} client={record} fields={fields} onClose={onClose} />
}

/** The record with the values of masked fields; null until they are loaded. A failure is shown and closes the dialog. */
function useRevealedRecord(client: ClientRecord, fields: readonly RecordField[], onClose: () => void) {
  const isWhole = !fields.some((field) => isHidden(client, field))
  const [record, setRecord] = useState(isWhole ? client : null)
  const asked = useRef(isWhole)
  const mounted = useMounted()
  const { revealRecord } = useReveals()
  useEffect(() => {
    // Once for each opened dialog: each reveal is on the audit trail.
    if (asked.current) return
    asked.current = true
    revealRecord(client, fields).then(setRecord, async (error) => {
      // Another dialog was opened meanwhile: it must not be closed.
      if (!mounted.current) return
      onClose()
      await alertFailure('The values could not be loaded. Please try again.', error)
    })
  })
  return record
}

interface RecordFormProps extends RecordDialogProps {
  readonly fields: readonly RecordField[]
}

function RecordForm({ dialog, client, fields, onClose }: RecordFormProps) {
  const [message, setMessage] = useState<string | null>(null)
  const edit = useRecordEdit(`${client.id} ${dialog}`, client, fields)
  const { form } = edit
  const save = useRecordSave(edit, {
    name: clientDialogs[dialog].replace(/^Edit /, ''),
    onSaved: onClose,
    onRefused: (reason) => setMessage(reason ?? 'Please check the marked fields.'),
  })
  if (save.conflict !== null) return save.conflict
  return (
    <FormModal
      title={clientDialogs[dialog]}
      size={fields.length > 8 || dialog === 'notes' ? 'wide' : 'medium'}
      dirty={form.formState.isDirty}
      busy={save.busy}
      error={message}
      onSubmit={form.handleSubmit((draft) => {
        setMessage(null)
        save.submit(draft)
      })}
      onClose={onClose}
    >
      <RecordGroups dialog={dialog} fields={fields} form={form} />
    </FormModal>
  )
}
