import { clientDialogs, type DialogName } from '@agency/contract/client-fields'
import type { ClientRecord } from '@agency/contract/clients'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useConflictSave } from '../../../shared/conflicts/use-conflict-save'
import { fieldErrors } from '../../../shared/controls/field-errors'
import { FormModal } from '../../../shared/dialogs/form-modal'
import { persistDraft, persistState } from '../../../shared/persist-draft'
import { clientsKey, isClient, updateClient } from '../clients-api'
import { fieldsOfDialog } from '../record/record-fields'
import { type Draft, draftFaults, draftOf, draftText, mergeDraft } from './record-draft'
import { RecordGroups } from './record-groups'

const useBase = persistState<ClientRecord>()
const useDraft = persistDraft<Draft>()

interface RecordDialogProps {
  readonly dialog: DialogName
  readonly client: ClientRecord
  readonly onClose: () => void
}

/**
 * Edits the fields of one dialog. It keeps the record with which it was opened: the version of a newer record must not
 * be sent with values that were typed over an older one.
 */
export function RecordDialog({ dialog, client, onClose }: RecordDialogProps) {
  const fields = fieldsOfDialog(dialog)
  const key = `${client.id} ${dialog}`
  const [base, setBase] = useBase(key, client)
  const [message, setMessage] = useState<string | null>(null)
  const queryClient = useQueryClient()
  const form = useDraft(key, {
    defaultValues: draftOf(base, fields),
    resolver: (draft) => resolved(draft, draftFaults(fields, draft)),
  })
  const save = useConflictSave({
    isItem: isClient,
    edit: { form, base, rebase: setBase, draftOf: (record) => draftOf(record, fields) },
    fields: fields.map((field) => ({
      name: field.name,
      label: field.group === undefined ? field.label : `${field.group}: ${field.label}`,
      text: (draft: Draft) => draftText(field, draft),
    })),
    save: async (draft, over) => {
      setMessage(null)
      await updateClient({ id: over.id, version: over.version, values: mergeDraft(over, fields, draft) })
      await queryClient.invalidateQueries({ queryKey: clientsKey })
    },
    onSaved: onClose,
    onError: (error) => {
      const names = fields.map(({ name }) => name)
      const known = fieldErrors(error, names)
      for (const fault of known) form.setError(fault.name, { message: fault.message })
      setMessage(
        known.length > 0 ? 'Please check the marked fields.' : 'The changes could not be saved. Please try again.',
      )
    },
    question: 'Someone else changed this client',
  })
  if (save.conflict !== null) return save.conflict
  return (
    <FormModal
      title={clientDialogs[dialog]}
      size={fields.length > 8 || dialog === 'notes' ? 'wide' : 'medium'}
      dirty={form.formState.isDirty}
      busy={save.busy}
      onSubmit={form.handleSubmit(save.submit)}
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

/** The result of a react-hook-form resolver. */
function resolved(draft: Draft, faults: ReturnType<typeof draftFaults>) {
  return Object.keys(faults).length === 0 ? { values: draft, errors: {} } : { values: {}, errors: faults }
}
