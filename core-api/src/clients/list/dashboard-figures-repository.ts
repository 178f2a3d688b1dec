import { sql } from 'kysely'
import {
  type ClientScope,
  clientInScope,
  idOfClientInScope,
  sessionInScope,
} from '../../platform/database/client-scope.ts'
import type { Database } from '../../platform/database/database.ts'
import {
  couldNotBeSealed,
  sessionsByEnvelope,
  signedSince,
  waitsForClient,
} from '../../platform/database/envelope-conditions.ts'
import { clientNotArchived, idOfClientNotArchived, sessionNotArchived } from '../../platform/database/not-archived.ts'
import { clientsOfProposals, followUp } from './client-conditions.ts'

export interface Counts {
  overdue: number
  coming: number
  waiting: number
  signed: number
  unsealed: number
  declined: number
  proposals: number
}

/**
 * Counts the dashboard figures in one statement: each is the number of rows of the list that it leads to. Archived clients and
 * sessions are left out, but for a signed document that could not be sealed: staff must act on it.
 * @param date today, `YYYY-MM-DD` @param since RFC 3339
 */
export async function countDashboardFigures(
  db: Database,
  { date, since, scope }: { date: string; since: string; scope: ClientScope },
): Promise<Counts> {
  const { rows } = await sql<Counts>`SELECT
    (SELECT count(*)::int FROM clients WHERE ${followUp('overdue', date)} AND ${clientNotArchived}
      AND ${clientInScope(scope)}) AS overdue,
    (SELECT count(*)::int FROM clients WHERE ${followUp('coming', date)} AND ${clientNotArchived}
      AND ${clientInScope(scope)}) AS coming,
    (SELECT count(*)::int FROM sessions WHERE ${waitsForClient} AND ${sessionInScope(scope)}) AS waiting,
    (SELECT count(*)::int FROM sessions WHERE sessions.id IN (${sessionsByEnvelope(signedSince(since))})
      AND ${sessionNotArchived} AND ${sessionInScope(scope)}) AS signed,
    (SELECT count(*)::int FROM sessions WHERE sessions.id IN (${sessionsByEnvelope(couldNotBeSealed)})
      AND ${sessionInScope(scope)}) AS unsealed,
    (SELECT count(*)::int FROM sessions WHERE sessions.status = 'declined'
      AND ${sessionNotArchived} AND ${sessionInScope(scope)}) AS declined,
    (SELECT count(DISTINCT client_id)::int FROM (${clientsOfProposals}) AS waiting
      WHERE ${idOfClientNotArchived(sql`waiting.client_id`)}
        AND ${idOfClientInScope(sql`waiting.client_id`, scope)}) AS proposals`.execute(db)
  const [counts] = rows
  if (!counts) throw new Error('Counting gave no row')
  return counts
}
