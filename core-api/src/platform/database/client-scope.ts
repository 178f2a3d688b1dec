import { type RawBuilder, sql } from 'kysely'

/**
 * Whose clients a principal sees: all, or those of an owner and of some teams. Every query that staff read clients, sessions or
 * documents with uses one of these conditions; the scope guard checks what a call names by an id or a code.
 */
export type ClientScope = 'all' | { readonly owner: string; readonly teams: readonly string[] }

const everything = sql<boolean>`true`

/** Of an id of a client. */
export function idOfClientInScope(id: RawBuilder<unknown>, scope: ClientScope): RawBuilder<boolean> {
  if (scope === 'all') return everything
  const owned = sql`scoped.owner_id = ${scope.owner}::uuid`
  const inScope = scope.teams.length === 0 ? owned : sql`(${owned} OR scoped.team_id = ANY(${scope.teams}::uuid[]))`
  return sql<boolean>`${id} IN (SELECT scoped.id FROM clients AS scoped WHERE ${inScope})`
}

/** Of a row of `clients`. */
export const clientInScope = (scope: ClientScope): RawBuilder<boolean> => idOfClientInScope(sql`clients.id`, scope)

/** Of a row of `sessions`. */
export const sessionInScope = (scope: ClientScope): RawBuilder<boolean> =>
  idOfClientInScope(sql`sessions.client_id`, scope)
