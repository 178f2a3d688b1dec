import pg from 'pg'
import { test as base } from './fixtures.ts'

type Table = 'admins' | 'clients' | 'documents' | 'global_forms' | 'session_forms' | 'sessions'
type Recover = () => Promise<void>

/** The database of a running product, which a test makes fail. The product then answers 500. */
export class TroubledDatabase {
  readonly #client: pg.Client

  /** @param client connected to the product's database */
  constructor(client: pg.Client) {
    this.#client = client
  }

  /** Makes each write to a table fail, until the returned function is called. */
  async refuseWrites(table: Table): Promise<Recover> {
    await this.#client.query(
      `CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'refused'; END $$`,
    )
    await this.#client.query(
      `CREATE TRIGGER refusing BEFORE INSERT OR UPDATE OR DELETE ON ${table} FOR EACH ROW EXECUTE FUNCTION refuse()`,
    )
    return async () => {
      await this.#client.query(`DROP TRIGGER refusing ON ${table}`)
    }
  }

  /** Makes each read of a table fail, until the returned function is called. */
  async hide(table: Table): Promise<Recover> {
    await this.#client.query(`ALTER TABLE ${table} RENAME TO hidden_${table}`)
    return async () => {
      await this.#client.query(`ALTER TABLE hidden_${table} RENAME TO ${table}`)
    }
  }
}

/** Tests against a product of their own, whose database they make fail. */
export const test = base.extend<object, { database: TroubledDatabase }>({
  database: [
    async ({ product }, use) => {
      const client = new pg.Client({ connectionString: product.databaseUrl })
      await client.connect()
      await use(new TroubledDatabase(client))
      await client.end()
    },
    { scope: 'worker' },
  ],
})
