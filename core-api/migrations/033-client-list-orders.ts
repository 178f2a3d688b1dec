import { type Kysely, sql } from 'kysely'

const collation = 'COLLATE "und-x-icu"'
const tie = `first_name_start ${collation}`

const orderIndexes = [
  // Status names are plain letters, so that one index serves both the order and the filter.
  { column: 'status', key: 'status', include: '' },
  { column: 'owner_name', key: `owner_name ${collation}`, include: 'INCLUDE (status)' },
].flatMap(({ column, key, include }) =>
  ['asc', 'desc'].map(
    (order) => `CREATE INDEX clients_${column}_${order} ON clients
      (${key} ${order} NULLS LAST, ${tie} NULLS LAST, id) ${include} WHERE archived_at IS NULL`,
  ),
)

const statements = [
  // A copy of the owner's name, since an order over two tables has no index. Long names are cut, for the index row.
  'ALTER TABLE clients ADD COLUMN owner_name text',
  `CREATE FUNCTION admin_name(admin admins) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT left(coalesce(nullif(trim(admin.first_name || ' ' || admin.last_name), ''), admin.username), 200) $$`,
  `UPDATE clients SET owner_name = admin_name(admins) FROM admins WHERE admins.id = clients.owner_id`,

  // The lock waits for a change of the name that is not committed yet.
  `CREATE FUNCTION copy_owner_name() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      NEW.owner_name := NULL;
      IF NEW.owner_id IS NOT NULL THEN
        SELECT admin_name(admins) INTO NEW.owner_name FROM admins WHERE id = NEW.owner_id FOR SHARE;
      END IF;
      RETURN NEW;
    END $$`,
  'CREATE TRIGGER clients_owned BEFORE INSERT ON clients FOR EACH ROW EXECUTE FUNCTION copy_owner_name()',
  `CREATE TRIGGER clients_owner_changed BEFORE UPDATE OF owner_id ON clients FOR EACH ROW
    WHEN (OLD.owner_id IS DISTINCT FROM NEW.owner_id) EXECUTE FUNCTION copy_owner_name()`,
  `CREATE FUNCTION copy_name_to_clients() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE clients SET owner_name = admin_name(NEW) WHERE owner_id = NEW.id;
      RETURN NULL;
    END $$`,
  `CREATE TRIGGER admins_renamed AFTER UPDATE ON admins FOR EACH ROW
    WHEN (admin_name(OLD) IS DISTINCT FROM admin_name(NEW)) EXECUTE FUNCTION copy_name_to_clients()`,

  ...orderIndexes,
  // Clients without waiting sessions are in the order of their first names.
  `CREATE INDEX clients_first_name_start ON clients (${tie} NULLS LAST, id) INCLUDE (status)
    WHERE archived_at IS NULL`,
  // How many sessions of each client of a page wait for the client.
  `CREATE INDEX sessions_unfinished_of_client ON sessions (client_id, expires_at) INCLUDE (id)
    WHERE status IN ('not_started', 'in_progress') AND archived_at IS NULL`,

  // Phone numbers by their first and their last digits, without the country code of North America.
  `CREATE FUNCTION phone_digits(phone text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT regexp_replace(regexp_replace(phone, '[^0-9]', '', 'g'), '^1(?=[0-9]{10}$)', '') $$`,
  'CREATE INDEX clients_phone ON clients (phone_digits(primary_phone) text_pattern_ops)',
  'CREATE INDEX clients_phone_end ON clients (reverse(phone_digits(primary_phone)) text_pattern_ops)',

  // The starts of e-mail addresses. Whole ones would make an index row too long.
  'CREATE INDEX clients_contact_start ON clients (left(contact_text, 60) text_pattern_ops)',
]

/** Sorts the client list by status, owner and waiting sessions, and finds phone numbers and starts of e-mail addresses by an index. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
