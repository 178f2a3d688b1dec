import { type RawBuilder, sql } from 'kysely'

/** Every query of such rows uses one; `archived-everywhere.test.ts` names those that do not, and why. */

export const clientNotArchived = sql<boolean>`clients.archived_at IS NULL`
/** Records that were merged into others are in no list. */
export const clientArchived = sql<boolean>`(clients.archived_at IS NOT NULL AND clients.merged_into IS NULL)`

export const idOfClientNotArchived = (id: RawBuilder<unknown>) => sql<boolean>`NOT EXISTS (
  SELECT FROM clients AS archived WHERE archived.id = ${id} AND archived.archived_at IS NOT NULL)`

/** Of a row of `sessions`: it is archived, or its client is. */
export const sessionNotArchived = sql<boolean>`(sessions.archived_at IS NULL
  AND ${idOfClientNotArchived(sql`sessions.client_id`)})`
/** The opposite, as a union: each part has an index, and the negation would read all sessions. */
export const sessionArchived = sql<boolean>`sessions.id IN (
  SELECT gone.id FROM sessions AS gone WHERE gone.archived_at IS NOT NULL
  UNION ALL SELECT gone.id FROM sessions AS gone JOIN clients AS archived ON archived.id = gone.client_id
    WHERE archived.archived_at IS NOT NULL)`
