import type { ClientRecord } from '@agency/contract/clients'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { adminsQuery, fullName } from '../../../shared/admin-queries'
import { readRefusal } from '../../../shared/api-error'
import { alert, alertFailure } from '../../../shared/dialogs/dialogs'
import { showToast } from '../../../shared/toasts/toasts'
import { clientsKey, setClientOwner } from '../clients-api'
import { EditableValue, EditorForm } from '../edit/in-place/in-place-parts'
import { useRecordEditing } from '../edit/in-place/record-editing'

const value = 'header owner_id'

/** The staff member who looks after the client, edited in place. */
export function ClientOwner() {
  const { client, editing, start } = useRecordEditing()
  const { data: admins } = useQuery(adminsQuery)
  if (editing === value) return <OwnerEditor />
  const owner = admins?.find(({ id }) => id === client.owner_id)
  return (
    <EditableValue value={value} label="Owner" onEdit={() => start(value)}>
      {owner === undefined ? 'Nobody' : fullName(owner) || owner.username}
    </EditableValue>
  )
}

function OwnerEditor() {
  const { client, stop } = useRecordEditing()
  const { data: admins } = useQuery(adminsQuery)
  const [chosen, setChosen] = useState(client.owner_id ?? '')
  const save = useSaveOwner(client, stop)
  const submit = () => {
    const ownerId = chosen === '' ? null : chosen
    if (ownerId === client.owner_id) stop()
    else save.mutate({ ownerId, version: client.version })
  }
  return (
    <EditorForm label="Owner" busy={save.isPending} onSubmit={submit} onCancel={stop}>
      <select aria-label="Owner" value={chosen} onChange={({ target }) => setChosen(target.value)}>
        <option value="">Nobody</option>
        {admins?.map((admin) => (
          <option key={admin.id} value={admin.id}>
            {fullName(admin) || admin.username}
          </option>
        ))}
      </select>
    </EditorForm>
  )
}

interface OwnerChange {
  readonly ownerId: string | null
  /** The version of the record on the screen. */
  readonly version: number
}

/** Saves the owner. Afterwards a toast says so and offers to undo it. */
function useSaveOwner({ id, owner_id: before }: ClientRecord, onSaved: () => void) {
  const queryClient = useQueryClient()
  const refetch = () => queryClient.invalidateQueries({ queryKey: clientsKey })
  const change = async ({ ownerId, version }: OwnerChange) => {
    const saved = await setClientOwner({ id, ownerId, version })
    await refetch()
    return saved
  }
  const explain = async (error: unknown) => {
    if (readRefusal(error)?.body?.code !== 'EDIT_CONFLICT')
      return alertFailure('The owner could not be saved. Please try again.', error)
    await refetch()
    await alert('Your change was not saved: someone else has just changed the owner. The record shows the new owner.')
  }
  const undo = async (version: number) => {
    try {
      await change({ ownerId: before, version })
      showToast({ text: 'The change was undone.' })
    } catch (error) {
      await explain(error)
    }
  }
  return useMutation({
    mutationFn: change,
    onSuccess: ({ version }) => {
      showToast({ text: 'Owner saved.', undo: () => void undo(version) })
      onSaved()
    },
    onError: (error) => void explain(error),
  })
}
