import type { Language } from '@agency/contract/esign'
import type { MessageTexts } from '@agency/contract/message-templates'
import type { MessageKind } from '@agency/contract/messages'
import { sql } from 'kysely'
import { adminName } from '../../database/admin-name.ts'
import type { Database } from '../../database/database.ts'

export interface TemplateKey {
  kind: MessageKind
  language: Language
}

const mostVersions = 100

function versions(db: Database) {
  return db
    .selectFrom('message_templates')
    .leftJoin('admins', 'admins.id', 'message_templates.created_by')
    .select(['kind', 'language', 'message_templates.version', 'subject', 'body', 'text'])
    .select(['message_templates.created_at as changed_at', adminName().as('changed_by')])
}

export const listNewestVersions = (db: Database) =>
  versions(db)
    .distinctOn(['kind', 'language'])
    .orderBy('kind')
    .orderBy('language')
    .orderBy('message_templates.version', 'desc')
    .execute()

export const listVersions = (db: Database, { kind, language }: TemplateKey, most = mostVersions) =>
  versions(db)
    .where('kind', '=', kind)
    .where('language', '=', language)
    .orderBy('message_templates.version', 'desc')
    .limit(most)
    .execute()

/** Makes edits of templates wait for each other until the transaction ends: a new template has no row to lock. */
export async function lockTemplates(db: Database): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('message_templates'))`.execute(db)
}

/** @param texts null resets to the default texts */
export async function insertVersion(
  db: Database,
  { kind, language }: TemplateKey,
  { version, adminId, texts }: { version: number; adminId: string; texts: MessageTexts | null },
): Promise<void> {
  const { subject, body, text } = texts ?? { subject: null, body: null, text: null }
  await db
    .insertInto('message_templates')
    .values({ kind, language, version, subject, body, text, created_by: adminId })
    .execute()
}
