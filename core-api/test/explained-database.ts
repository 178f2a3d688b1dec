import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import type { Database } from '../src/platform/database/database.ts'
import type { Schema } from '../src/platform/database/schema.ts'

/** A node of a plan, as `EXPLAIN (FORMAT JSON)` tells it. */
export interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Plan Rows': number
  Plans?: PlanNode[]
}

/** A database whose every statement is explained before it runs: what the product really asks is looked at. */
export function explainDatabase(pool: pg.Pool): { db: Database; plans: PlanNode[][] } {
  const plans: PlanNode[][] = []
  const explained = {
    async connect() {
      const client = await pool.connect()
      return {
        async query(text: string, values: unknown[]) {
          if (/^\s*(select|with|update|insert)/i.test(text)) {
            const { rows } = await client.query(`EXPLAIN (FORMAT JSON) ${text}`, values)
            plans.push(nodesOf(rows[0]['QUERY PLAN'][0].Plan))
          }
          return client.query(text, values)
        },
        release: () => client.release(),
      }
    },
    end: async () => undefined,
  }
  const dialect = new PostgresDialect({ pool: explained as unknown as pg.Pool })
  return { db: new Kysely<Schema>({ dialect }), plans }
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]
