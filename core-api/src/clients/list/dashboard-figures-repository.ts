import { sql } from 'kysely'
import {
  type ClientScope,
  clientInScope,
  envelopeInScope,
  idOfClientInScope,
  sessionInScope,
} from '../../platform/database/client-scope.ts'
import type { Database } from '../../platform/database/database.ts'
import {
  couldNotBeSealed,
  declinedDocument,
  signedSince,
  waitsForClient,
} from '../../platform/database/envelope-conditions.ts'
import { clientNotArchived, envelopeNotArchived, idOfClientNotArchived } from '../../platform/database/not-archived.ts'
import { followUp } from './client-conditions.ts'

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
 * Counts the dashboard figures in one statement, without archived clients and sessions. A signed document that could not be
 * sealed is counted in the archive too: staff must act on it.
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
    (SELECT count(*)::int FROM envelopes WHERE ${signedSince(since)} AND ${envelopeNotArchived}
      AND ${envelopeInScope(scope)}) AS signed,
    (SELECT count(*)::int FROM envelopes WHERE ${couldNotBeSealed} AND ${envelopeInScope(scope)}) AS unsealed,
    (SELECT count(*)::int FROM session_forms JOIN sessions ON sessions.id = session_forms.session_id
      WHERE ${declinedDocument} AND ${sessionInScope(scope)}) AS declined,
    (SELECT count(DISTINCT client_id)::int FROM proposals
      WHERE decision IS NULL AND ${idOfClientNotArchived(sql`proposals.client_id`)}
        AND ${idOfClientInScope(sql`proposals.client_id`, scope)}) AS proposals`.execute(db)
  const [counts] = rows
  if (!counts) throw new Error('Counting gave no row')
  return counts
}
