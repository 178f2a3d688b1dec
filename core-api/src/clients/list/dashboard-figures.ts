import type { ClientScope } from '../../platform/database/client-scope.ts'
import type { Database } from '../../platform/database/database.ts'
import { countDashboardFigures } from './dashboard-figures-repository.ts'

const day = 86_400_000

/** The parameters of the dashboard's figures. */
export interface FiguresQuery {
  /** Today, `YYYY-MM-DD`. */
  date: string
  /** When yesterday began (RFC 3339); by UTC without it. */
  since: string | undefined
  /** Whose clients are counted. */
  scope: ClientScope
}

/** The figures of the dashboard. */
export async function readDashboardFigures(db: Database, { date, since, scope }: FiguresQuery) {
  const signed_since = since ?? new Date(Date.parse(date) - day).toISOString()
  return { ...(await countDashboardFigures(db, { date, since: signed_since, scope })), signed_since }
}
