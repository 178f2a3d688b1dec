import { createHash } from 'node:crypto'
import {
  CompiledQuery,
  type Kysely,
  type PostgresCursor,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
  sql,
} from 'kysely'
import type pg from 'pg'
import type { Schema } from './schema.ts'

const mark = '/* prepared */'

/** The end of a statement built by Kysely that is prepared too. Its text has to be the same each time. */
export const preparedMark = sql.raw(mark)

/** Planned once per connection: only if the best plan is the same for all values. @param text SQL with `$1`, `$2` … */
export function preparedStatement<Row>(text: string) {
  const marked = `${text} ${mark}`
  return async (db: Kysely<Schema>, ...values: unknown[]): Promise<Row[]> => {
    const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(marked, values))
    return rows
  }
}

const names = new Map<string, string>()

/** The name of a prepared statement: a digest of its text. */
function nameOf(text: string): string {
  const known = names.get(text)
  if (known) return known
  const name = createHash('sha256').update(text).digest('hex').slice(0, 32)
  names.set(text, name)
  return name
}

/** A pool whose connections prepare the marked statements. All others are planned for their values. */
export function preparingPool(pool: pg.Pool): PostgresPool {
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  return {
    options: pool.options,
    async connect() {
      const client = await pool.connect()
      const known = wrapped.get(client) ?? preparingClient(client)
      wrapped.set(client, known)
      return known
    },
    end: () => pool.end(),
  }
}

function preparingClient(client: pg.PoolClient): PostgresPoolClient {
  function query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
  function query(text: unknown, values: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new Error('Cursors are not supported')
    const parameters = [...values]
    return text.endsWith(mark)
      ? client.query({ name: nameOf(text), text, values: parameters })
      : client.query(text, parameters)
  }
  return { query, release: (destroy) => client.release(destroy) }
}
