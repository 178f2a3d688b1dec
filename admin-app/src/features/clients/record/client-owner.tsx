import { type ClientKeepers, type ClientRecord, clientApi } from '@agency/contract/clients'
import { useHandOnFocus } from '@agency/shared-ui/host/hand-on-focus'
import { type UseQueryResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { adminsQuery, fullName } from '../../../shared/admin-queries'
import { readRefusal } from '../../../shared/api-error'
import { call } from '../../../shared/call'
import { alert, alertFailure } from '../../../shared/dialogs/dialogs'
import { OwnerOptions } from '../../../shared/hand-over/owner-options'
import { teamsQuery } from '../../../shared/team-queries'
import { showToast } from '../../../shared/toasts/toasts'
import { usePermission } from '../../../shared/use-permission'
import { refetchClients } from '../client-queries'
import { EditableValue, EditedValue, EditorForm } from '../edit/in-place/in-place-parts'
import { useRecordEditing, useReportedSaving } from '../edit/in-place/record-editing'
import styles from './client-header.module.css'

/** The staff member who looks after the client, edited in place. */
export function ClientOwner() {
  const { client } = useRecordEditing()
  const admins = useQuery(adminsQuery)
  const owner = admins.data?.find(({ id }) => id === client.owner_id)
  return (
    <Keeper
      field="owner_id"
      label="Owner"
      none="Nobody"
      list={admins}
      name={owner && (fullName(owner) || owner.username)}
      options={<OwnerOptions present={client.owner_id} />}
    />
  )
}

/** The team of the client, edited in place. */
export function ClientTeam() {
  const { client } = useRecordEditing()
  const teams = useQuery(teamsQuery)
  const options = teams.data?.map(({ id, name }) => (
    <option key={id} value={id}>
      {name}
    </option>
  ))
  const team = teams.data?.find(({ id }) => id === client.team_id)
  return <Keeper field="team_id" label="Team" none="None" list={teams} name={team?.name} options={options} />
}

interface EditorProps {
  readonly field: keyof ClientKeepers
  readonly label: string
  /** What the choice of none is called. */
  readonly none: string
  readonly options: ReactNode
}

interface KeeperProps extends EditorProps {
  readonly list: Pick<UseQueryResult, 'data' | 'isError' | 'refetch'>
  /** The name of the present keeper, once it is known. */
  readonly name: string | undefined
}

/** The value can be changed once the list is there: an editor without it would offer only `none`. */
function Keeper({ list, name, ...editor }: KeeperProps) {
  const { field, label, none } = editor
  const { client, editing, start } = useRecordEditing()
  const value = `header ${field}`
  const mayHandOver = usePermission('clients.hand-over')
  const isLoaded = list.data !== undefined
  if (client[field] !== null && !isLoaded) return <UnknownKeeper label={label} list={list} />
  const shown = client[field] === null ? none : (name ?? 'Unknown')
  if (editing === value && isLoaded)
    return (
      <EditedValue shown={shown}>
        <KeeperEditor {...editor} />
      </EditedValue>
    )
  if (!mayHandOver || !isLoaded) return shown
  return (
    <EditableValue value={value} label={label} onEdit={() => start(value)}>
      {shown}
    </EditableValue>
  )
}

/** In place of a name that is not known: during the load a skeleton, after a failure a retry. */
function UnknownKeeper({ label, list: { isError, refetch } }: Pick<KeeperProps, 'label' | 'list'>) {
  if (!isError)
    return (
      <span role="status">
        <span className="visually-hidden">{`Loading the ${label.toLowerCase()}`}</span>
        <span className={`skeleton ${styles.name}`} />
      </span>
    )
  return <UnloadedKeeper what={label.toLowerCase()} retry={() => void refetch()} />
}

function UnloadedKeeper({ what, retry }: { readonly what: string; readonly retry: () => void }) {
  const part = useHandOnFocus<HTMLSpanElement>()
  return (
    <span ref={part} className={styles.unknown}>
      Unknown
      <button type="button" className="link-button" aria-label={`Try again to load the ${what}`} onClick={retry}>
        Try again
      </button>
    </span>
  )
}

function KeeperEditor({ field, label, none, options }: EditorProps) {
  const { client, stop } = useRecordEditing()
  const [chosen, setChosen] = useState(client[field] ?? '')
  const save = useSaveKeeper(client, { field, label }, stop)
  useReportedSaving(save.isPending)
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
  { field, label }: Pick<EditorProps, 'field' | 'label'>,
  onSaved: () => void,
) {
  const queryClient = useQueryClient()
  const what = label.toLowerCase()
  const refetch = () => refetchClients(queryClient)
  const change = async ({ value, version }: Change) => {
    const saved = await call(clientApi.setOwner, { params: { id: client.id }, version, body: { [field]: value } })
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
  const undo = async (former: Change) => {
    try {
      await change(former)
      showToast({ text: 'The change was undone.' })
    } catch (error) {
      await explain(error)
    }
  }
  return useMutation({
    mutationFn: change,
    // The refetched record is rendered before the end, so its value is no longer the former one.
    onMutate: () => client[field],
    onSuccess: ({ version }, _, value) => {
      showToast({ text: `${label} saved.`, undo: () => void undo({ value, version }) })
      onSaved()
    },
    onError: (error) => void explain(error),
  })
}
