import { useMutation, useQueryClient } from '@tanstack/react-query'
import { alertFailure } from '../../shared/dialogs'
import { Field } from '../../shared/field'
import { FormModal } from '../../shared/form-modal'
import { keptForm } from '../../shared/kept-state'
import { type ClientBasics, clientsKey, createClient, updateClient } from './clients-api'
import type { ListedClient } from './clients-table'

const useDraft = keptForm<ClientBasics>()

interface ClientDialogProps {
  /** Whom to edit; null adds a client. */
  readonly client: ListedClient | null
  readonly onClose: () => void
}

/** Adds a client, or edits name and address of one in the list. Nothing is required. */
export function ClientDialog({ client, onClose }: ClientDialogProps) {
  const queryClient = useQueryClient()
  const { register, handleSubmit, formState } = useDraft(client?.id ?? 'new', {
    defaultValues: basicsOf(client),
  })
  const save = useMutation({
    mutationFn: (basics: ClientBasics) =>
      client === null ? createClient(basics) : updateClient({ id: client.id, version: client.version, values: basics }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: clientsKey })
      onClose()
    },
    onError: (error) => alertFailure('Failed to save client data. Please try again.', error),
  })
  return (
    <FormModal
      title={client === null ? 'Add Client' : 'Edit Client'}
      dirty={formState.isDirty}
      busy={save.isPending}
      onSubmit={handleSubmit((basics) => save.mutate(basics))}
      onClose={onClose}
    >
      <Field label="First Name">
        {(ties) => <input {...ties} autoComplete="off" {...register('client_first_name')} />}
      </Field>
      <Field label="Last Name">
        {(ties) => <input {...ties} autoComplete="off" {...register('client_last_name')} />}
      </Field>
      <Field label="Email">
        {(ties) => <input {...ties} type="email" autoComplete="off" {...register('primary_email')} />}
      </Field>
    </FormModal>
  )
}

function basicsOf(client: ListedClient | null): ClientBasics {
  return {
    client_first_name: client?.client_first_name ?? '',
    client_last_name: client?.client_last_name ?? '',
    primary_email: client?.primary_email ?? '',
  }
}
