import { sql } from 'kysely'
import { type ClientScope, idOfClientInScope } from '../../platform/database/client-scope.ts'
import type { Database } from '../../platform/database/database.ts'

/** @returns whether it is new; undefined if the file has no row any more */
export async function recordFinding(
  db: Database,
  fileId: string,
  state: 'missing' | 'damaged',
): Promise<boolean | undefined> {
  const { rows } = await sql<{ is_new: boolean }>`
    INSERT INTO file_findings (file_id, state) SELECT id, ${state} FROM files WHERE id = ${fileId}
    ON CONFLICT (file_id) DO UPDATE SET state = EXCLUDED.state
    RETURNING xmax = 0 AS is_new`.execute(db)
  return rows[0]?.is_new
}

export async function clearFinding(db: Database, fileId: string): Promise<undefined> {
  await db.deleteFrom('file_findings').where('file_id', '=', fileId).execute()
}

export async function countFindings(db: Database): Promise<{ missing: number; damaged: number }> {
  return db
    .selectFrom('file_findings')
    .select([
      sql<number>`(count(*) FILTER (WHERE state = 'missing'))::int`.as('missing'),
      sql<number>`(count(*) FILTER (WHERE state = 'damaged'))::int`.as('damaged'),
    ])
    .executeTakeFirstOrThrow()
}

/** Oldest first, with every record that uses it. A filed sealed document is listed once, as a sealed one. */
export async function listFindings(db: Database, limit: number, scope: ClientScope) {
  const { rows } = await sql<FindingRow>`
    SELECT f.file_id, f.state, f.found_at, used.kind, used.id AS record_id, used.client_id, used.session_id
    FROM (SELECT * FROM file_findings ORDER BY found_at, file_id LIMIT ${limit}) f
    LEFT JOIN LATERAL (
      SELECT 'document' AS kind, id, client_id, NULL::uuid AS session_id FROM documents
        WHERE file_id = f.file_id AND envelope_id IS NULL
      UNION ALL
      SELECT 'form', id, NULL, NULL FROM global_forms WHERE file_id = f.file_id
      UNION ALL
      SELECT 'form', global_form_id, NULL, NULL FROM pdf_checks WHERE file_id = f.file_id AND global_form_id IS NOT NULL
      UNION ALL
      SELECT 'session-document', sf.id, s.client_id, s.id FROM pdf_checks p
        JOIN session_forms sf ON sf.id = p.session_form_id JOIN sessions s ON s.id = sf.session_id WHERE p.file_id = f.file_id
      UNION ALL
      SELECT 'session-document', sf.id, s.client_id, s.id
        FROM session_forms sf JOIN sessions s ON s.id = sf.session_id WHERE sf.file_id = f.file_id
      UNION ALL
      SELECT 'sealed-document', sf.id, s.client_id, s.id
        FROM envelopes e JOIN session_forms sf ON sf.id = e.session_form_id JOIN sessions s ON s.id = sf.session_id
        WHERE e.sealed_file_id = f.file_id
      UNION ALL
      SELECT 'session-document', sf.id, s.client_id, s.id
        FROM review_copies r JOIN envelopes e ON e.id = r.envelope_id
        JOIN session_forms sf ON sf.id = e.session_form_id JOIN sessions s ON s.id = sf.session_id
        WHERE r.file_id = f.file_id
    ) used ON used.client_id IS NULL OR ${idOfClientInScope(sql`used.client_id`, scope)}
    ORDER BY f.found_at, f.file_id, used.kind, used.id`.execute(db)
  return rows
}

interface FindingRow {
  file_id: string
  state: 'missing' | 'damaged'
  found_at: string
  kind: 'document' | 'form' | 'session-document' | 'sealed-document' | null
  record_id: string | null
  client_id: string | null
  session_id: string | null
}
