import { type RawBuilder, sql } from 'kysely'

/** Every query by which staff read clients, sessions or documents has such a condition; the scope guard checks ids. */
export type ClientScope = 'all' | { readonly owner: string; readonly teams: readonly string[] }

const everything = sql<boolean>`true`

export function idOfClientInScope(id: RawBuilder<unknown>, scope: ClientScope): RawBuilder<boolean> {
  if (scope === 'all') return everything
  const owned = sql`scoped.owner_id = ${scope.owner}::uuid`
  const inScope = scope.teams.length === 0 ? owned : sql`(${owned} OR scoped.team_id = ANY(${scope.teams}::uuid[]))`
  return sql<boolean>`${id} IN (SELECT scoped.id FROM clients AS scoped WHERE ${inScope})`
}

export const clientInScope = (scope: ClientScope): RawBuilder<boolean> => idOfClientInScope(sql`clients.id`, scope)

export const sessionInScope = (scope: ClientScope): RawBuilder<boolean> =>
  idOfClientInScope(sql`sessions.client_id`, scope)
