import { Admin } from '@agency/contract/admins'
import { queryOptions } from '@tanstack/react-query'
import * as Type from 'typebox'
import { parseAnswer } from './answer'
import { api } from './api'

/** Prefix of all query keys about staff. */
export const adminsKey = ['admins'] as const

/** All staff members. */
export const adminsQuery = queryOptions({
  queryKey: [...adminsKey, 'list'],
  queryFn: async ({ signal }) => parseAnswer(Type.Array(Admin), await api().get('admin/list', { signal }).json()),
})

/** First and last name; empty when neither is known. */
export const fullName = ({ first_name, last_name }: Pick<Admin, 'first_name' | 'last_name'>): string =>
  `${first_name} ${last_name}`.trim()
