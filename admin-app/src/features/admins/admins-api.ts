import { queryOptions } from '@tanstack/react-query'
import { AdminRole } from 'contract/admins'
import { Id, Nullable } from 'contract/common'
import Type, { type Static } from 'typebox'
import { parseAnswer } from '../../shared/answer'
import { api } from '../../shared/api'

const Admin = Type.Object({
  id: Id,
  email: Nullable(Type.String()),
  username: Type.String(),
  role: AdminRole,
  first_name: Nullable(Type.String()),
  last_name: Nullable(Type.String()),
  client_count: Type.Integer(),
})
export type Admin = Static<typeof Admin>

/** Everyone who may use the back office. */
export const adminsQuery = queryOptions({
  queryKey: ['admins'],
  queryFn: async ({ signal }) => parseAnswer(Type.Array(Admin), await api().get('admin/list', { signal }).json()),
})
