import { Team } from '@agency/contract/teams'
import { queryOptions } from '@tanstack/react-query'
import * as Type from 'typebox'
import { adminsKey } from './admin-queries'
import { parseAnswer } from './answer'
import { api } from './api'

/** Prefix of all query keys about teams; changes of staff concern them too. */
export const teamsKey = [...adminsKey, 'teams'] as const

/** All teams, by name. */
export const teamsQuery = queryOptions({
  queryKey: [...teamsKey, 'list'],
  queryFn: async ({ signal }) => parseAnswer(Type.Array(Team), await api().get('teams', { signal }).json()),
})
