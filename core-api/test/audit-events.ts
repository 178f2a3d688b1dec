import type { Database } from '../src/platform/database/database.ts'

/** The trail in its order: without one, rows come as PostgreSQL has placed them, which is nearly always the same. */
export const auditEvents = (db: Database) => db.selectFrom('audit_events').orderBy('at').orderBy('position')
