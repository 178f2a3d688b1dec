/** The list of clients as plain tables: what an agency's own database is compared with. */
const columns = `id, client_first_name, client_last_name, dob, next_f_u_date, current_health_plan_name, status,
  primary_email, primary_phone, updated_at, version`
const order = `client_last_name COLLATE "und-x-icu" ASC NULLS LAST, first_name_start COLLATE "und-x-icu" NULLS LAST, id`
const listed = 'archived_at IS NULL'

/** Makes the table of one agency, in its own database. */
export const ownTable = [
  `CREATE TABLE listed_clients AS SELECT ${columns}, first_name_start, archived_at FROM clients`,
  `CREATE INDEX ON listed_clients (${order}) WHERE ${listed}`,
  'VACUUM (ANALYZE) listed_clients',
]

/**
 * Makes three tables of all agencies' clients, in a database that has the table of one agency. The rows of an agency
 * lie scattered, as they would after years.
 */
export const commonTables = (agencies: number): string[] => [
  `CREATE TABLE all_clients AS SELECT agency_id, listed_clients.*
    FROM generate_series(0, ${agencies - 1}) AS agency_id CROSS JOIN listed_clients ORDER BY random()`,
  `CREATE INDEX ON all_clients (agency_id, ${order}) WHERE ${listed}`,
  'CREATE TABLE guarded_clients AS SELECT * FROM all_clients',
  `CREATE INDEX ON guarded_clients (agency_id, ${order}) WHERE ${listed}`,
  'ALTER TABLE guarded_clients ENABLE ROW LEVEL SECURITY',
  `CREATE POLICY own ON guarded_clients USING (agency_id = current_setting('bench.agency')::int)`,
  'CREATE ROLE reader LOGIN',
  'GRANT SELECT ON guarded_clients TO reader',
  'CREATE TABLE parted_clients (LIKE all_clients) PARTITION BY LIST (agency_id)',
  `DO $$ BEGIN FOR n IN 0..${agencies - 1} LOOP
    EXECUTE format('CREATE TABLE parted_clients_%s PARTITION OF parted_clients FOR VALUES IN (%s)', n, n);
  END LOOP; END $$`,
  'INSERT INTO parted_clients SELECT * FROM all_clients',
  `CREATE INDEX ON parted_clients (${order}) WHERE ${listed}`,
  'VACUUM (ANALYZE) all_clients',
  'VACUUM (ANALYZE) guarded_clients',
  'VACUUM (ANALYZE) parted_clients',
]

const pageOf = (table: string, condition = '') =>
  `SELECT ${columns} FROM ${table} WHERE ${listed} ${condition} ORDER BY ${order} LIMIT 50`

/** The first page of the list, from each table. */
export const pages = {
  own: pageOf('listed_clients'),
  condition: pageOf('all_clients', 'AND agency_id = $1'),
  partition: pageOf('parted_clients', 'AND agency_id = $1'),
  policy: pageOf('guarded_clients'),
}

/** The same page from the product's table, and one whole record. */
export const productPage = pageOf('clients')
export const productRecord = 'SELECT * FROM clients WHERE id = $1'
