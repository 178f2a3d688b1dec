import { type Team, teamApi } from '@agency/contract/teams'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { adminsQuery, fullName } from '../../shared/admin-queries'
import { call } from '../../shared/call'
import { Field } from '../../shared/controls/field'
import { FormModal } from '../../shared/dialogs/form-modal'
import { onConflict, useSaveDialog } from '../../shared/dialogs/save-dialog'
import { teamsKey } from '../../shared/team-queries'
import styles from './teams-card.module.css'

interface TeamDialogProps {
  /** Null for a new one. */
  readonly team: Team | null
  readonly onClose: () => void
}

export function TeamDialog({ team, onClose }: TeamDialogProps) {
  const queryClient = useQueryClient()
  const form = useForm({ defaultValues: { name: team?.name ?? '', members: [...(team?.members ?? [])].sort() } })
  const modal = useSaveDialog({
    form,
    save: (body) =>
      (team === null
        ? call(teamApi.create, { body })
        : call(teamApi.update, { params: { id: team.id }, version: team.version, body })
      ).finally(() => queryClient.invalidateQueries({ queryKey: teamsKey })),
    onSaved: onClose,
    failure: 'The team could not be saved. Please try again.',
    explain: onConflict('Someone else has just changed this team. Close the dialog and open it again.'),
    names: ['name'],
  })
  return (
    <FormModal
      title={team === null ? 'Add team' : `Edit ${team.name}`}
      description="Where a role sees the clients of its teams alone, members see those of this one."
      size="small"
      {...modal}
      saveDisabled={form.watch('name').trim() === ''}
      onClose={onClose}
    >
      <Field label="Name" error={form.formState.errors.name?.message}>
        {(ties) => <input {...ties} maxLength={100} {...form.register('name')} />}
      </Field>
      <Members
        chosen={form.watch('members')}
        onChoose={(ids) => form.setValue('members', ids.sort(), { shouldDirty: true })}
      />
    </FormModal>
  )
}

interface MembersProps {
  readonly chosen: readonly string[]
  readonly onChoose: (ids: string[]) => void
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
