import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import type { RecordName } from '../../platform/http/named-record.ts'

/** Whether the client is archived, and whether the session is. */
export interface ArchivedParts {
  client: boolean
  session: boolean
}

const ofSession = (condition: RawBuilder<boolean>) => sql<ArchivedParts>`
  SELECT clients.archived_at IS NOT NULL AS client, sessions.archived_at IS NOT NULL AS session
  FROM sessions JOIN clients ON clients.id = sessions.client_id WHERE ${condition}`

function queryOf(name: RecordName): RawBuilder<ArchivedParts> {
  switch (name.kind) {
    case 'client':
      return sql`SELECT archived_at IS NOT NULL AS client, false AS session FROM clients WHERE id = ${name.id}`
    case 'session':
      return ofSession(sql`sessions.id = ${name.id}`)
    case 'session-code':
      return ofSession(sql`sessions.session_code = ${name.code}`)
    case 'session-form':
      return ofSession(sql`sessions.id = (SELECT session_id FROM session_forms WHERE session_forms.id = ${name.id})`)
    case 'document':
      return sql`SELECT archived_at IS NOT NULL AS client, false AS session
        FROM clients WHERE id = (SELECT client_id FROM documents WHERE documents.id = ${name.id})`
  }
}

/** The archived state of the client and session that a record belongs to; undefined for an unknown record. */
export async function findArchivedParts(db: Database, name: RecordName): Promise<ArchivedParts | undefined> {
  const { rows } = await queryOf(name).execute(db)
  return rows[0]
}
