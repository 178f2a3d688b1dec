import { type Admin, adminApi } from '@agency/contract/admins'
import { callQuery } from './call'

export const adminsKey = ['admins'] as const

export const adminsQuery = callQuery([...adminsKey, 'list'], adminApi.list)

/** First and last name; empty when neither is known. */
export const fullName = ({ first_name, last_name }: Pick<Admin, 'first_name' | 'last_name'>): string =>
  `${first_name} ${last_name}`.trim()
