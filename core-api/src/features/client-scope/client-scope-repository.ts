import { type RawBuilder, sql } from 'kysely'
import { type ClientScope, clientInScope } from '../../platform/database/client-scope.ts'
import type { Database } from '../../platform/database/database.ts'
import type { RecordName } from '../../platform/http/named-record.ts'

/** The id of the client that a record belongs to. */
function clientOf(name: RecordName): RawBuilder<unknown> {
  switch (name.kind) {
    case 'client':
      return sql`${name.id}::uuid`
    case 'session':
      return sql`(SELECT client_id FROM sessions WHERE sessions.id = ${name.id})`
    case 'session-code':
      return sql`(SELECT client_id FROM sessions WHERE sessions.session_code = ${name.code})`
    case 'session-form':
      return sql`(SELECT client_id FROM sessions JOIN session_forms ON session_forms.session_id = sessions.id
        WHERE session_forms.id = ${name.id})`
    case 'document':
      return sql`(SELECT client_id FROM documents WHERE documents.id = ${name.id})`
  }
}

/** Whether a record exists and is of a client in the scope. */
export async function isInScope(db: Database, scope: ClientScope, name: RecordName): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM clients WHERE id = ${clientOf(name)} AND ${clientInScope(scope)}`.execute(db)
  return rows.length > 0
}
