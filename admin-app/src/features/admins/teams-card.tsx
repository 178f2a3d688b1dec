import { type Team, teamApi } from '@agency/contract/teams'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { adminsQuery, fullName } from '../../shared/admin-queries'
import { call } from '../../shared/call'
import { alertFailure, confirm } from '../../shared/dialogs/dialogs'
import { counted, dash } from '../../shared/formatting'
import { LoadFailure } from '../../shared/loading/load-failure'
import { Loading } from '../../shared/loading/loading'
import splitRow from '../../shared/looks/split-row.module.css'
import { Button } from '../../shared/shared-ui'
import { TableHead } from '../../shared/tables/table-head'
import { teamsKey, teamsQuery } from '../../shared/team-queries'
import { TeamDialog } from './team-dialog'
import styles from './teams-card.module.css'

export function TeamsCard() {
  const { data: teams, isError, refetch } = useQuery(teamsQuery)
  /** The team in the dialog; null for a new one. */
  const [edited, setEdited] = useState<Team | null | undefined>(undefined)
  return (
    <section className={styles.card} aria-labelledby="teams">
      <header className={splitRow.row}>
        <h2 id="teams">Teams</h2>
        <Button variant="secondary" onClick={() => setEdited(null)}>
          Add Team
        </Button>
      </header>
      {teams === undefined && isError && <LoadFailure message="The teams could not be loaded." retry={refetch} />}
      {teams === undefined && !isError && <Loading label="Loading teams" />}
      <p className="field-hint">
        A team groups clients and colleagues. Everybody sees all clients all the same, unless whoever runs the server
        sets STANDARD_SCOPE or ASSISTANT_SCOPE to team.
      </p>
      {teams?.length === 0 && <p className={styles.none}>No teams yet.</p>}
      {teams !== undefined && teams.length > 0 && (
        <div className="table-wrap">
          <table className="table stacked" aria-labelledby="teams">
            <TableHead columns={['Name', 'Members', { label: 'Actions', isHidden: true }]} />
            <tbody>
              {teams.map((team) => (
                <TeamRow key={team.id} team={team} onEdit={() => setEdited(team)} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {edited !== undefined && <TeamDialog team={edited} onClose={() => setEdited(undefined)} />}
    </section>
  )
}

function TeamRow({ team, onEdit }: { readonly team: Team; readonly onEdit: () => void }) {
  const { data: admins = [] } = useQuery(adminsQuery)
  const names = admins.filter(({ id }) => team.members.includes(id)).map((admin) => fullName(admin) || admin.username)
  const { busy, ask } = useDeletion(team)
  return (
    <tr>
      <td data-label="Name">{team.name}</td>
      <td data-label="Members">{names.join(', ') || dash}</td>
      <td>
        <div className={styles.actions}>
          <Button variant="secondary" aria-label={`Edit ${team.name}`} onClick={onEdit}>
            Edit
          </Button>
          <Button
            variant="secondary"
            className="quiet-danger"
            busy={busy}
            busyLabel="Deleting..."
            aria-label={`Delete ${team.name}`}
            onClick={ask}
          >
            Delete
          </Button>
        </div>
      </td>
    </tr>
  )
}

/** Deletes a team after a question, which says how many clients it has. */
function useDeletion({ id, name }: Team) {
  const queryClient = useQueryClient()
  const explain = (error: unknown) => alertFailure('Failed to delete the team. Please try again.', error)
  const remove = useMutation({
    mutationFn: () => call(teamApi.remove, { params: { id } }),
    onError: explain,
    onSettled: () => queryClient.invalidateQueries({ queryKey: teamsKey }),
  })
  const ask = useMutation({
    mutationFn: () => call(teamApi.holdings, { params: { id } }),
    onSuccess: async ({ clients }) => {
      const question = `Delete the team ${name}? Its ${counted(clients, 'client')} will have no team. Their owners stay.`
      if (await confirm(question, { confirmLabel: 'Delete', danger: true })) remove.mutate()
    },
    onError: explain,
  })
  return { busy: ask.isPending || remove.isPending, ask: () => ask.mutate() }
}
