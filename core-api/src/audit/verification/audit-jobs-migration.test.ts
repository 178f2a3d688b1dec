import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { up } from '../../../migrations/021-audit-jobs.ts'
import { openMigratedDatabase, repeatMigration } from '../../../test/migrated-database.ts'
import { AuditKey } from '../../platform/audit-trail/audit-key.ts'
import { lastVerification } from './audit-schedule.ts'

const key = new AuditKey(Buffer.alloc(32, 1), { madeAt: new Date() })
const result = {
  at: '2026-11-20T12:00:00.000Z',
  chains: 3,
  events: 40,
  documents: 2,
  broken_chains: 0,
  broken_documents: 0,
  anchor_problems: 0,
}

it('given results of an earlier release, when migrated, then the valid one is read and the other job is due', async () => {
  const { db, close } = await openMigratedDatabase()
  onTestFinished(close)
  await sql`CREATE TABLE audit_runs (kind text PRIMARY KEY, lease_until timestamptz, finished_at timestamptz,
    progress text, progress_mac bytea, result text, result_mac bytea)`.execute(db)
  const mac = key.mac('result', { kind: 'verification', ...result })
  await sql`INSERT INTO audit_runs (kind, finished_at, result, result_mac) VALUES
    ('verification', now(), ${JSON.stringify(result)}, ${mac}), ('anchor', NULL, 'not JSON', ${mac})`.execute(db)
  await repeatMigration(db, { up })

  expect(await lastVerification({ db, key })).toEqual(result)
  const { rows } = await sql`SELECT kind, due_at > now() + interval '23 hours' AS waits, result IS NULL AS empty
    FROM recurring_jobs ORDER BY kind`.execute(db)
  expect(rows).toEqual([
    { kind: 'audit-anchor', waits: false, empty: true },
    { kind: 'audit-verification', waits: true, empty: false },
  ])
})
