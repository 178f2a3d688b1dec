import { readFileSync } from 'node:fs'
import { type Kysely, sql } from 'kysely'

/** The oldest release of core-api that can work on this schema. */
export const readableFrom = '1.0.0'

/** The tables of the first release. The embedded engine takes one statement at a time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const schema = readFileSync(new URL('000-baseline.sql', import.meta.url), 'utf8')
  for (const statement of schema.split(/;\n+(?=CREATE )/)) await sql.raw(statement).execute(db)
}
