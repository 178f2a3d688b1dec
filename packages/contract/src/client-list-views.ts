import type { Static } from 'typebox'
import * as Type from 'typebox'
import { clientStatuses } from './client-fields.ts'
import { clientSortColumns, followUps } from './clients.ts'
import { Id, Nullable, Strict } from './common.ts'
import { Where } from './conditions.ts'
import { route } from './route.ts'

/** Filter, sort and columns of the client list. A search is never saved: it may name a client. */
export const ClientListView = Strict({
  status: Type.Union([Type.Enum(clientStatuses), Type.Null()]),
  follow_up: Type.Union([Type.Enum(followUps), Type.Null()]),
  proposing: Type.Boolean({ description: 'Only clients with undecided proposals' }),
  where: Type.Optional(Where),
  sort: Type.Enum(clientSortColumns),
  order: Type.Union([Type.Literal('asc'), Type.Literal('desc')]),
  columns: Nullable(
    Type.Array(Type.String({ maxLength: 50 }), {
      maxItems: 30,
      description: 'Names of the shown columns; null for the default ones',
    }),
  ),
})
export type ClientListView = Static<typeof ClientListView>

const name = Type.String({ minLength: 1, maxLength: 60 })

/** Saves a view under a name. It replaces one's own view of that name. */
export const SaveClientListView = Strict({ name, shared: Type.Boolean(), view: ClientListView })
export type SaveClientListView = Static<typeof SaveClientListView>

export const SavedClientListView = Type.Object({
  id: Id,
  name,
  shared: Type.Boolean({ description: 'Whether all staff see it' }),
  own: Type.Boolean(),
  owner_name: Nullable(Type.String()),
  view: ClientListView,
})
export type SavedClientListView = Static<typeof SavedClientListView>

/** One's own views and those that others share, by name. */
export const SavedClientListViews = Type.Object({ views: Type.Array(SavedClientListView) })
export type SavedClientListViews = Static<typeof SavedClientListViews>

export const clientListViewApi = {
  list: route('GET', '/client-list-views', { response: SavedClientListViews }),
  save: route('PUT', '/client-list-views', { body: SaveClientListView }),
  remove: route('DELETE', '/client-list-views/:id'),
}
