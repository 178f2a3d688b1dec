import type { Static } from 'typebox'
import * as Type from 'typebox'
import { Id, Strict, Timestamp, Version } from './common.ts'
import { route } from './route.ts'

const Name = Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' })
const Members = Type.Array(Id, { maxItems: 1_000, uniqueItems: true, description: 'The staff of the team' })

/** Staff who see the same clients where their role’s scope is `team`. Someone may be in several. */
export const Team = Type.Object({
  id: Id,
  name: Type.String(),
  members: Members,
  created_at: Timestamp,
  version: Version,
})
export type Team = Static<typeof Team>

export const CreateTeam = Strict({ name: Name, members: Members })
export type CreateTeam = Static<typeof CreateTeam>

export const UpdateTeam = Strict({ name: Type.Optional(Name), members: Type.Optional(Members) })
export type UpdateTeam = Static<typeof UpdateTeam>

/** How many clients lose their team when it is deleted. */
export const TeamHoldings = Type.Object({
  clients: Type.Integer({ description: 'Clients of the team, archived ones too' }),
})
export type TeamHoldings = Static<typeof TeamHoldings>

export const teamApi = {
  list: route('GET', '/teams', { response: Type.Array(Team) }),
  create: route('POST', '/teams', { body: CreateTeam, response: Team }),
  update: route('PUT', '/teams/:id', { body: UpdateTeam, response: Team }),
  holdings: route('GET', '/teams/:id/holdings', { response: TeamHoldings }),
  remove: route('DELETE', '/teams/:id'),
}
