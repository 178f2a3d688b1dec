import { type RawBuilder, sql } from 'kysely'
import { type ClientScope, clientInScope } from '../database/client-scope.ts'
import type { Database } from '../database/database.ts'
import type { RecordName } from '../http/subject.ts'

export interface FoundSubject {
  clientId: string
  sessionId: string | null
  isClientArchived: boolean
  /** Into another client. */
  isClientMerged: boolean
  isSessionArchived: boolean
}

const ofSession = (condition: RawBuilder<boolean>) =>
  sql`sessions JOIN clients ON clients.id = sessions.client_id WHERE ${condition}`
const ofClient = (condition: RawBuilder<boolean>) => sql`clients LEFT JOIN sessions ON false WHERE ${condition}`

function rowOf(name: RecordName): RawBuilder<unknown> {
  switch (name.kind) {
    case 'client':
      return ofClient(sql`clients.id = ${name.id}`)
    case 'session':
      return ofSession(sql`sessions.id = ${name.id}`)
    case 'session-code':
      return ofSession(sql`sessions.session_code = ${name.code}`)
    case 'session-form':
      return ofSession(sql`sessions.id = (SELECT session_id FROM session_forms WHERE session_forms.id = ${name.id})`)
    case 'document':
      return ofClient(sql`clients.id = (SELECT client_id FROM documents WHERE documents.id = ${name.id})`)
  }
}

/** What a named record belongs to; undefined if there is no such record of a client in the scope. */
export async function findSubject(
  db: Database,
  name: RecordName,
  scope: ClientScope,
): Promise<FoundSubject | undefined> {
  const { rows } = await sql<FoundSubject>`
    SELECT clients.id AS "clientId", sessions.id AS "sessionId", clients.archived_at IS NOT NULL AS "isClientArchived",
      clients.merged_into IS NOT NULL AS "isClientMerged", sessions.archived_at IS NOT NULL AS "isSessionArchived"
    FROM ${rowOf(name)} AND ${clientInScope(scope)}`.execute(db)
  return rows[0]
}

/** Those of these clients that are archived, or merged into another. */
export const findArchivedClients = (db: Database, ids: string[]) =>
  db
    .selectFrom('clients')
    .select(['archived_at', 'merged_into'])
    .where(sql<boolean>`id = ANY(${ids}::uuid[])`)
    .where('archived_at', 'is not', null)
    .execute()
