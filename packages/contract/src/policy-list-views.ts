import type { Static } from 'typebox'
import * as Type from 'typebox'
import { Id, Nullable, Strict } from './common.ts'
import { Where } from './conditions.ts'
import { policySorts, policyViews } from './policies.ts'
import { policyLines, policyStatuses } from './policy-terms.ts'
import { route } from './route.ts'

const optional = <Name extends string>(names: readonly Name[]) => Type.Union([Type.Enum([...names]), Type.Null()])
const month = Nullable(Type.String({ pattern: '^\\d{4}-(0[1-9]|1[0-2])$', description: 'YYYY-MM' }))

/** Filter and order of the list of policies. A search is never saved: it may name a client. */
export const SavedPolicyView = Strict({
  view: optional(policyViews),
  status: optional(policyStatuses),
  line: optional(policyLines),
  carrier: Nullable(Id),
  effective: month,
  renews: month,
  where: Type.Optional(Where),
  sort: Type.Enum(policySorts),
  order: Type.Union([Type.Literal('asc'), Type.Literal('desc')]),
})
export type SavedPolicyView = Static<typeof SavedPolicyView>

const name = Type.String({ minLength: 1, maxLength: 60 })

/** Saves a view under a name. It replaces one's own view of that name. */
export const SavePolicyView = Strict({ name, shared: Type.Boolean(), view: SavedPolicyView })

export const PolicyListViews = Type.Object({
  views: Type.Array(
    Type.Object({
      id: Id,
      name,
      shared: Type.Boolean({ description: 'Whether all staff see it' }),
      own: Type.Boolean(),
      owner_name: Nullable(Type.String()),
      view: SavedPolicyView,
    }),
  ),
})

export const policyListViewApi = {
  list: route('GET', '/policy-list-views', { response: PolicyListViews }),
  save: route('PUT', '/policy-list-views', { body: SavePolicyView }),
  remove: route('DELETE', '/policy-list-views/:id'),
}
