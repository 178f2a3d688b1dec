import { teamApi } from '@agency/contract/teams'
import { adminsKey } from './admin-queries'
import { callQuery } from './call'

export const teamsKey = [...adminsKey, 'teams'] as const

export const teamsQuery = callQuery([...teamsKey, 'list'], teamApi.list)
