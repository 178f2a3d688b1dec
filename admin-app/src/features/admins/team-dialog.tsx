import { type Team, teamApi } from '@agency/contract/teams'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { adminsQuery, fullName } from '../../shared/admin-queries'
import { readRefusal } from '../../shared/api-error'
import { call } from '../../shared/call'
import { Field } from '../../shared/controls/field'
import { fieldErrors } from '../../shared/controls/field-errors'
import { FormModal } from '../../shared/dialogs/form-modal'
import { persistState } from '../../shared/persist-draft'
import { teamsKey } from '../../shared/team-queries'
import styles from './teams-card.module.css'

const useName = persistState<string>()
const useMembers = persistState<readonly string[]>()

interface TeamDialogProps {
  /** Null for a new one. */
  readonly team: Team | null
  readonly onClose: () => void
}

/** Adds or edits a team: its name, and who is in it. */
export function TeamDialog({ team, onClose }: TeamDialogProps) {
  const key = team?.id ?? 'new'
  const [name, setName] = useName(key, team?.name ?? '')
  const [members, setMembers] = useMembers(key, team?.members ?? [])
  const save = useSaveTeam(team, onClose)
  const isDirty = name !== (team?.name ?? '') || !hasSame(members, team?.members ?? [])
  const errors = save.error === null ? [] : fieldErrors(save.error, ['name'])
  return (
    <FormModal
      title={team === null ? 'Add team' : `Edit ${team.name}`}
      description="Members see this team's clients if the scope of their role is team."
      size="small"
      dirty={isDirty && !save.isPending}
      busy={save.isPending}
      saveDisabled={name.trim() === ''}
      onSubmit={() => save.mutate({ name, members: [...members] })}
      onClose={onClose}
    >
      {save.error !== null && errors.length === 0 && (
        <p className="notice" data-tone="danger" role="alert">
          {failureText(save.error)}
        </p>
      )}
      <Field label="Name" error={errors[0]?.message}>
        {(ties) => <input {...ties} maxLength={100} value={name} onChange={({ target }) => setName(target.value)} />}
      </Field>
      <Members chosen={members} onChoose={setMembers} />
    </FormModal>
  )
}

function failureText(error: unknown): string {
  if (readRefusal(error)?.body?.code === 'EDIT_CONFLICT')
    return 'Someone else has just changed this team. Close the dialog and open it again.'
  return 'The team could not be saved. Please try again.'
}

const hasSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((id) => others.includes(id))

interface MembersProps {
  readonly chosen: readonly string[]
  readonly onChoose: (ids: readonly string[]) => void
}

function Members({ chosen, onChoose }: MembersProps) {
  const { data: admins = [] } = useQuery(adminsQuery)
  const toggle = (id: string) =>
    onChoose(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id])
  return (
    <fieldset className={styles.members}>
      <legend>Members</legend>
      {admins.map((admin) => (
        <label key={admin.id}>
          <input type="checkbox" checked={chosen.includes(admin.id)} onChange={() => toggle(admin.id)} />
          {fullName(admin) || admin.username}
        </label>
      ))}
    </fieldset>
  )
}

function useSaveTeam(team: Team | null, onSaved: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (values: { name: string; members: string[] }) =>
      team === null
        ? call(teamApi.create, { body: values })
        : call(teamApi.update, { params: { id: team.id }, version: team.version, body: values }),
    onSuccess: onSaved,
    onSettled: () => queryClient.invalidateQueries({ queryKey: teamsKey }),
  })
}
