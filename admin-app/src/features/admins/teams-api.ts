import { type CreateTeam, type Team, TeamHoldings } from '@agency/contract/teams'
import { parseAnswer } from '../../shared/answer'
import { api, ifMatch } from '../../shared/api'

/** Adds a team. */
export async function createTeam(body: CreateTeam): Promise<void> {
  await api().post('teams', { json: body })
}

/** Saves a team. @throws HTTPError EDIT_CONFLICT when someone else has saved since it was read */
export async function updateTeam({ id, version }: Team, body: CreateTeam): Promise<void> {
  await api().put(`teams/${id}`, { json: body, headers: ifMatch(version) })
}

/** What has no team any more when a team is deleted. */
export async function readTeamHoldings(id: string): Promise<TeamHoldings> {
  return parseAnswer(TeamHoldings, await api().get(`teams/${id}/holdings`).json())
}

/** Deletes a team. Its clients stay with their owners. */
export async function deleteTeam(id: string): Promise<void> {
  await api().delete(`teams/${id}`)
}
