import { clientDialogs, type DialogName } from '@agency/contract/client-fields'
import type { ClientRecord } from '@agency/contract/clients'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { readRefusal } from '../../../shared/api-error'
import { ConflictDialog } from '../../../shared/conflicts/conflict-dialog'
import { FormModal } from '../../../shared/dialogs/form-modal'
import { persistDraft, persistState } from '../../../shared/persist-draft'
import { clientsKey, isClient, updateClient } from '../clients-api'
import { fieldsOfDialog } from '../record/record-fields'
import { conflictingFields, type Draft, draftFaults, draftOf, draftText, mergeDraft, rebaseDraft } from './record-draft'
import { RecordGroups } from './record-groups'

const useBase = persistState<ClientRecord>()
const useDraft = persistDraft<Draft>()

interface RecordDialogProps {
  readonly dialog: DialogName
  readonly client: ClientRecord
  readonly onClose: () => void
}

/**
 * Edits the fields of one dialog. It keeps the record as it was when it opened: a newer one that arrives meanwhile must
 * not lend its version to values that were typed over an older one.
 */
export function RecordDialog({ dialog, client, onClose }: RecordDialogProps) {
  const fields = fieldsOfDialog(dialog)
  const key = `${client.id} ${dialog}`
  const [base, setBase] = useBase(key, client)
  const [current, setCurrent] = useState<ClientRecord | null>(null)
  const [message, setMessage] = useState<string | null>(null)
  const form = useDraft(key, {
    defaultValues: draftOf(base, fields),
    resolver: (draft) => resolved(draft, draftFaults(fields, draft)),
  })
  const save = useSaveRecord()

  const submit = (draft: Draft, onto: ClientRecord) => {
    setMessage(null)
    const values = mergeDraft(onto, fields, draft)
    save.mutate({ id: onto.id, version: onto.version, values }, { onSuccess: onClose, onError: explain })
  }
  const explain = (error: Error) => {
    const body = readRefusal(error)?.body
    if (body?.code === 'EDIT_CONFLICT' && isClient(body.current)) return setCurrent(body.current)
    const known = body?.details?.filter(({ field }) => fields.some(({ name }) => name === field)) ?? []
    for (const { field, message: fault } of known) form.setError(field, { message: fault })
    setMessage(
      known.length > 0 ? 'Please check the marked fields.' : 'The changes could not be saved. Please try again.',
    )
  }
  const settle = (draft: Draft, onto: ClientRecord) => {
    setBase(onto)
    setCurrent(null)
    // Over the values that are stored now, so that what differs from them still counts as unsaved.
    form.reset(draftOf(onto, fields))
    for (const [name, value] of Object.entries(draft)) form.setValue(name, value, { shouldDirty: true })
    submit(draft, onto)
  }

  if (current !== null) {
    const mine = rebaseDraft(base, current, fields, form.getValues())
    const theirs = draftOf(current, fields)
    return (
      <ConflictDialog
        title="Someone else changed this client"
        fields={conflictingFields(base, current, fields, form.getValues()).map((field) => ({
          name: field.name,
          label: field.group === undefined ? field.label : `${field.group}: ${field.label}`,
          mine: draftText(field, mine),
          theirs: draftText(field, theirs),
        }))}
        onSettle={(taken) => settle({ ...mine, ...pick(theirs, taken) }, current)}
        onClose={() => setCurrent(null)}
      />
    )
  }
  return (
    <FormModal
      title={clientDialogs[dialog]}
      size={fields.length > 8 || dialog === 'notes' ? 'wide' : 'medium'}
      dirty={form.formState.isDirty}
      busy={save.isPending}
      onSubmit={form.handleSubmit((draft) => submit(draft, base))}
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

const pick = (draft: Draft, names: readonly string[]): Draft =>
  Object.fromEntries(Object.entries(draft).filter(([name]) => names.includes(name)))

/** What a resolver of react-hook-form answers. */
function resolved(draft: Draft, faults: ReturnType<typeof draftFaults>) {
  return Object.keys(faults).length === 0 ? { values: draft, errors: {} } : { values: {}, errors: faults }
}

/** Saves a record; done only once it has been fetched again. */
function useSaveRecord() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: updateClient,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: clientsKey }),
  })
}
