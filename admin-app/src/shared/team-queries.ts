import { teamApi } from '@agency/contract/teams'
import { adminsKey } from './admin-queries'
import { callQuery } from './call'

/** Prefix of all query keys about teams; changes of staff concern them too. */
export const teamsKey = [...adminsKey, 'teams'] as const

/** All teams, by name. */
export const teamsQuery = callQuery([...teamsKey, 'list'], teamApi.list)
