import { type RawBuilder, sql } from 'kysely'
import type { Database, Transaction } from '../../platform/database/database.ts'

/** The record to delete: a client with everything that belongs to it, or one of its sessions. */
export type Scope = { kind: 'client'; id: string } | { kind: 'session'; id: string }

const inScope = ({ kind, id }: Scope): RawBuilder<boolean> =>
  kind === 'client' ? sql<boolean>`sessions.client_id = ${id}` : sql<boolean>`sessions.id = ${id}`

const formsOf = (scope: Scope) => sql`(SELECT session_forms.id FROM session_forms
  JOIN sessions ON sessions.id = session_forms.session_id WHERE ${inScope(scope)})`
const envelopesOf = (scope: Scope) =>
  sql`(SELECT envelopes.id FROM envelopes WHERE envelopes.session_form_id IN ${formsOf(scope)})`

/** Locks the documents and then the sessions until the transaction ends, in the order in which signing locks them. */
export async function lockScope(db: Transaction, scope: Scope): Promise<void> {
  await sql`SELECT FROM session_forms WHERE id IN ${formsOf(scope)} ORDER BY id FOR UPDATE`.execute(db)
  await sql`SELECT FROM sessions WHERE ${inScope(scope)} ORDER BY id FOR UPDATE`.execute(db)
  if (scope.kind === 'client') await sql`SELECT FROM clients WHERE id = ${scope.id} FOR UPDATE`.execute(db)
}

interface Obstacles {
  /** A document is or was signed, here, at the provider or on paper. */
  signed: boolean
  /** A document is open for signing at a provider, which would go on without its record. */
  out: boolean
}

/** A signature by the client, also one that was voided later, or set by staff for a document on paper. */
const signedForm = sql<boolean>`(session_forms.signed_at IS NOT NULL OR session_forms.status = 'signed'
  OR (session_forms.status = 'completed' AND session_forms.requires_signature AND session_forms.type <> 'Link')
  OR EXISTS (SELECT FROM envelopes WHERE envelopes.session_form_id = session_forms.id
    AND (envelopes.signed_at IS NOT NULL OR envelopes.sealed_file_id IS NOT NULL)))`

export async function findObstacles(db: Database, scope: Scope): Promise<Obstacles> {
  const signedUpload =
    scope.kind === 'client'
      ? sql<boolean>`EXISTS (SELECT FROM documents WHERE client_id = ${scope.id} AND (signed OR envelope_id IS NOT NULL))`
      : sql<boolean>`false`
  const { rows } = await sql<Obstacles>`SELECT
    ${signedUpload} OR EXISTS (SELECT FROM session_forms WHERE id IN ${formsOf(scope)} AND ${signedForm}) AS signed,
    EXISTS (SELECT FROM envelopes WHERE envelopes.id IN ${envelopesOf(scope)} AND provider <> 'built-in'
      AND status IN ('creating', 'sent', 'viewed')) AS out`.execute(db)
  const [obstacles] = rows
  if (!obstacles) throw new Error('The check gave no row')
  return obstacles
}

/** Locks clients. @returns their versions, and what else than fields they have */
export async function lockWork(db: Transaction, ids: readonly string[]) {
  await sql`SELECT FROM clients WHERE id = ANY(${[...ids]}::uuid[]) ORDER BY id FOR UPDATE`.execute(db)
  const { rows } = await sql<{
    id: string
    version: number
    sessions: boolean
    documents: boolean
    notes: boolean
    policies: boolean
    tags: boolean
  }>`SELECT id, version,
    EXISTS (SELECT FROM sessions WHERE client_id = clients.id) AS sessions,
    EXISTS (SELECT FROM documents WHERE client_id = clients.id) AS documents,
    EXISTS (SELECT FROM client_notes WHERE client_id = clients.id) AS notes,
    EXISTS (SELECT FROM policies WHERE client_id = clients.id) AS policies,
    EXISTS (SELECT FROM client_tags WHERE client_id = clients.id) AS tags
    FROM clients WHERE id = ANY(${[...ids]}::uuid[])`.execute(db)
  return rows
}

/** Deletes clients that have neither sessions nor documents. */
export async function deleteClients(db: Transaction, ids: readonly string[]): Promise<void> {
  await sql`DELETE FROM clients WHERE id = ANY(${[...ids]}::uuid[])`.execute(db)
}

/** Deletes the rows. @returns the ids of the files that they named */
export async function deleteScope(db: Database, scope: Scope): Promise<string[]> {
  const { rows } = await sql<{ file_id: string }>`
    SELECT file_id FROM session_forms WHERE id IN ${formsOf(scope)} AND file_id IS NOT NULL
    UNION SELECT file_id FROM pdf_checks WHERE session_form_id IN ${formsOf(scope)} AND file_id IS NOT NULL
    UNION SELECT file_id FROM review_copies WHERE envelope_id IN ${envelopesOf(scope)}
    UNION SELECT file_id FROM documents WHERE ${scope.kind} = 'client' AND client_id = ${scope.id}
      AND file_id IS NOT NULL`.execute(db)
  await sql`DELETE FROM review_copies WHERE envelope_id IN ${envelopesOf(scope)}`.execute(db)
  await sql`DELETE FROM envelopes WHERE session_form_id IN ${formsOf(scope)}`.execute(db)
  await sql`DELETE FROM sessions WHERE ${inScope(scope)}`.execute(db)
  if (scope.kind === 'client') await db.deleteFrom('clients').where('id', '=', scope.id).execute()
  return rows.map(({ file_id }) => file_id)
}
