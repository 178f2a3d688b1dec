import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Database } from '../../platform/database/database.ts'

const mostListed = 1_000

export async function listTags(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`SELECT name FROM tags
    WHERE EXISTS (SELECT FROM client_tags WHERE tag_id = tags.id) ORDER BY normal_form(name) LIMIT ${mostListed}`.execute(
    db,
  )
  return rows.map(({ name }) => name)
}

/** @returns those who did not have it */
export async function addTag(db: Database, name: string, clientIds: readonly string[]): Promise<string[]> {
  await sql`INSERT INTO tags (id, name) VALUES (${uuid()}, ${name}) ON CONFLICT (normal_form(name)) DO NOTHING`.execute(
    db,
  )
  const { rows } = await sql<{ client_id: string }>`INSERT INTO client_tags (client_id, tag_id)
    SELECT given.id, tags.id FROM unnest(${[...clientIds]}::uuid[]) AS given (id), tags
    WHERE normal_form(tags.name) = normal_form(${name}) ON CONFLICT DO NOTHING RETURNING client_id`.execute(db)
  return rows.map(({ client_id }) => client_id)
}

/** @returns those who had it */
export async function removeTag(db: Database, name: string, clientIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ client_id: string }>`DELETE FROM client_tags USING tags
    WHERE tags.id = tag_id AND normal_form(tags.name) = normal_form(${name})
      AND client_id = ANY(${[...clientIds]}::uuid[]) RETURNING client_id`.execute(db)
  return rows.map(({ client_id }) => client_id)
}
