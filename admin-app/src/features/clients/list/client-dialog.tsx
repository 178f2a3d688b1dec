import { ClientListItem } from '@agency/contract/clients'
import { useQueryClient } from '@tanstack/react-query'
import type { UseFormRegister } from 'react-hook-form'
import type { Static } from 'typebox'
import * as Type from 'typebox'
import { Check } from 'typebox/value'
import { type DraftField, useConflictSave } from '../../../shared/conflicts/use-conflict-save'
import { Field } from '../../../shared/controls/field'
import { FormModal } from '../../../shared/dialogs/form-modal'
import { persistEdit } from '../../../shared/persist-draft'
import { type ClientBasics, refetchClients, updateClient } from '../client-queries'

const EditedClient = Type.Pick(ClientListItem, [
  'id',
  'version',
  'client_first_name',
  'client_last_name',
  'primary_email',
])

const fields: readonly DraftField<ClientBasics>[] = [
  { name: 'client_first_name', label: 'First Name' },
  { name: 'client_last_name', label: 'Last Name' },
  { name: 'primary_email', label: 'Email' },
]

const basicsOf = (client: Static<typeof EditedClient>): ClientBasics => ({
  client_first_name: client.client_first_name ?? '',
  client_last_name: client.client_last_name ?? '',
  primary_email: client.primary_email ?? '',
})

const useEdit = persistEdit(basicsOf)

/** What a failed save says, in an alert. */
export const saveFailure = { failure: 'Failed to save client data. Please try again.', alerts: true } as const

interface EditClientDialogProps {
  readonly client: Static<typeof EditedClient>
  readonly onClose: () => void
}

export function EditClientDialog({ client, onClose }: EditClientDialogProps) {
  const queryClient = useQueryClient()
  const edit = useEdit(client.id, client)
  const save = useConflictSave({
    isItem: (value) => Check(EditedClient, value),
    edit,
    fields,
    save: async (values, base) => {
      await updateClient(base, values)
      await refetchClients(queryClient)
    },
    onSaved: onClose,
    ...saveFailure,
    question: 'Someone else changed this client',
  })
  if (save.conflict !== null) return save.conflict
  return (
    <FormModal title="Edit Client" {...save.modal} onClose={onClose}>
      <ClientBasicsFields register={edit.form.register} />
    </FormModal>
  )
}

export function ClientBasicsFields({ register }: { readonly register: UseFormRegister<ClientBasics> }) {
  return (
    <>
      <Field label="First Name">
        {(ties) => <input {...ties} autoComplete="off" {...register('client_first_name')} />}
      </Field>
      <Field label="Last Name">
        {(ties) => <input {...ties} autoComplete="off" {...register('client_last_name')} />}
      </Field>
      <Field label="Email">
        {(ties) => <input {...ties} type="email" autoComplete="off" {...register('primary_email')} />}
      </Field>
    </>
  )
}
