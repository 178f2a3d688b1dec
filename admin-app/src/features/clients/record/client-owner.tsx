import type { ClientKeepers, ClientRecord } from '@agency/contract/clients'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { adminsQuery, fullName } from '../../../shared/admin-queries'
import { readRefusal } from '../../../shared/api-error'
import { alert, alertFailure } from '../../../shared/dialogs/dialogs'
import { OwnerOptions } from '../../../shared/hand-over/owner-options'
import { teamsQuery } from '../../../shared/team-queries'
import { showToast } from '../../../shared/toasts/toasts'
import { usePermission } from '../../../shared/use-permission'
import { clientsKey, setClientKeepers } from '../clients-api'
import { EditableValue, EditorForm } from '../edit/in-place/in-place-parts'
import { useRecordEditing } from '../edit/in-place/record-editing'

/** The staff member who looks after the client, edited in place. */
export function ClientOwner() {
  const { client } = useRecordEditing()
  const { data: admins } = useQuery(adminsQuery)
  const owner = admins?.find(({ id }) => id === client.owner_id)
  return (
    <Keeper field="owner_id" label="Owner" none="Nobody" options={<OwnerOptions present={client.owner_id} />}>
      {owner === undefined ? 'Nobody' : fullName(owner) || owner.username}
    </Keeper>
  )
}

/** The team of the client, edited in place. */
export function ClientTeam() {
  const { client } = useRecordEditing()
  const { data: teams = [] } = useQuery(teamsQuery)
  const options = teams.map(({ id, name }) => (
    <option key={id} value={id}>
      {name}
    </option>
  ))
  return (
    <Keeper field="team_id" label="Team" none="None" options={options}>
      {teams.find(({ id }) => id === client.team_id)?.name ?? 'None'}
    </Keeper>
  )
}

interface KeeperProps {
  readonly field: keyof ClientKeepers
  readonly label: string
  /** What the choice of none is called. */
  readonly none: string
  readonly options: ReactNode
  /** The present value. */
  readonly children: ReactNode
}

function Keeper({ children, ...editor }: KeeperProps) {
  const { field, label } = editor
  const { editing, start } = useRecordEditing()
  const value = `header ${field}`
  const mayHandOver = usePermission('clients.hand-over')
  if (editing === value) return <KeeperEditor {...editor} />
  if (!mayHandOver) return children
  return (
    <EditableValue value={value} label={label} onEdit={() => start(value)}>
      {children}
    </EditableValue>
  )
}

function KeeperEditor({ field, label, none, options }: Omit<KeeperProps, 'children'>) {
  const { client, stop } = useRecordEditing()
  const [chosen, setChosen] = useState(client[field] ?? '')
  const save = useSaveKeeper(client, { field, label }, stop)
  const submit = () => {
    const value = chosen === '' ? null : chosen
    if (value === client[field]) stop()
    else save.mutate({ value, version: client.version })
  }
  return (
    <EditorForm label={label} busy={save.isPending} onSubmit={submit} onCancel={stop}>
      <select aria-label={label} value={chosen} onChange={({ target }) => setChosen(target.value)}>
        <option value="">{none}</option>
        {options}
      </select>
    </EditorForm>
  )
}

interface Change {
  readonly value: string | null
  /** The version of the record on the screen. */
  readonly version: number
}

/** Saves the owner or the team. Afterwards a toast says so and offers to undo it, while the client is still in sight. */
function useSaveKeeper(
  client: ClientRecord,
  { field, label }: Pick<KeeperProps, 'field' | 'label'>,
  onSaved: () => void,
) {
  const queryClient = useQueryClient()
  const what = label.toLowerCase()
  const refetch = () => queryClient.invalidateQueries({ queryKey: clientsKey })
  const change = async ({ value, version }: Change) => {
    const saved = await setClientKeepers({ id: client.id, to: { [field]: value }, version })
    await refetch()
    return saved
  }
  const explain = async (error: unknown) => {
    if (readRefusal(error)?.body?.code !== 'EDIT_CONFLICT')
      return alertFailure(`The ${what} could not be saved. Please try again.`, error)
    await refetch()
    await alert(
      `Your change was not saved: someone else has just changed the ${what}. The record shows the new ${what}.`,
    )
  }
  const undo = async (version: number) => {
    try {
      await change({ value: client[field], version })
      showToast({ text: 'The change was undone.' })
    } catch (error) {
      await explain(error)
    }
  }
  return useMutation({
    mutationFn: change,
    onSuccess: ({ version }) => {
      showToast({ text: `${label} saved.`, undo: () => void undo(version) })
      onSaved()
    },
    onError: (error) => void explain(error),
  })
}
