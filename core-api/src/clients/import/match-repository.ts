import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import { clientNotArchived } from '../../platform/database/not-archived.ts'

/** Values of a row that may be those of a known client; each is normalised. */
export interface MatchKeys {
  /** Position among the rows that are matched at once. */
  n: number
  emails: string[]
  /** Digits. */
  phones: string[]
  /** HMACs of encrypted values. */
  keys: Buffer[]
  /** HMACs of whole fields. */
  fieldKeys: Buffer[]
  /** HMACs of numbers of policies. */
  codes: Buffer[]
  /** Patterns of the searched names, if first and last name are known. */
  names: string[]
  /** The birth date with the start of the first name, or the last name: others write the names in more or fewer words. */
  births: { dob: string; start: string; last: string }[]
}

interface Candidate {
  n: number
  id: string
  /** Whether a policy has the number. */
  by_code: boolean
}

/** Pairs of rows and clients that have any of these values in common, archived clients too where an index has them. */
export async function findCandidates(db: Database, rows: readonly MatchKeys[]): Promise<Candidate[]> {
  const all = <Value>(values: (row: MatchKeys) => Value[]) => {
    const pairs = rows.flatMap((row) => values(row).map((value) => [row.n, value] as const))
    return [pairs.map(([n]) => n), pairs.map(([, value]) => value)] as const
  }
  const [emailRows, emails] = all((row) => row.emails)
  const [phoneRows, phones] = all((row) => row.phones)
  const [keyRows, keys] = all((row) => row.keys)
  const [fieldRows, fieldKeys] = all((row) => row.fieldKeys)
  const [codeRows, codes] = all((row) => row.codes)
  const [nameRows, names] = all((row) => row.names)
  const [birthRows, births] = all((row) => row.births)
  // Each begins with a condition of an index: clients_contact_start, clients_phone, clients_search_keys,
  // clients_field_keys, policies_search_keys, clients_search and clients_dob_asc.
  const { rows: found } = await sql<Candidate>`SELECT n, id, bool_or(of_policy) AS by_code FROM (
    SELECT n, id, false AS of_policy FROM unnest(${emailRows}::int[], ${emails}::text[]) AS given (n, email) JOIN clients
      ON left(contact_text, 60) ~>=~ left(email || ' ', 60) AND left(contact_text, 60) ~<~ (left(email || ' ', 60) || '~')
      AND starts_with(contact_text, email || ' ')
    UNION SELECT n, id, false FROM unnest(${phoneRows}::int[], ${phones}::text[]) AS given (n, phone) JOIN clients
      ON phone_digits(primary_phone) = phone
    UNION SELECT n, id, false FROM unnest(${keyRows}::int[], ${keys}::bytea[]) AS given (n, key) JOIN clients
      ON search_keys && ARRAY[key]
    UNION SELECT n, id, false FROM unnest(${fieldRows}::int[], ${fieldKeys}::bytea[]) AS given (n, key) JOIN clients
      ON field_keys && ARRAY[key]
    UNION SELECT n, client_id, true FROM unnest(${codeRows}::int[], ${codes}::bytea[]) AS given (n, key) JOIN policies
      ON search_keys && ARRAY[key] AND deleted_at IS NULL
    UNION SELECT n, id, false FROM unnest(${nameRows}::int[], ${names}::text[]) AS given (n, name) JOIN clients
      ON search_text LIKE name AND ${clientNotArchived}
    UNION SELECT n, id, false FROM unnest(${birthRows}::int[], ${births.map(({ dob }) => dob)}::date[],
      ${births.map(({ start }) => start)}::text[], ${births.map(({ last }) => last)}::text[])
      AS given (n, birth, start, last) JOIN clients
      ON dob = birth AND (search_text LIKE start OR split_part(search_text, ' ', 2) = last) AND ${clientNotArchived}
    ) AS pairs GROUP BY n, id`.execute(db)
  return found
}

/** The records into which those of some ids were merged, by these ids. */
export async function findKept(db: Database, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; kept: string }>`WITH RECURSIVE merged AS (
      SELECT id, merged_into AS kept FROM clients WHERE id = ANY(${ids}::uuid[]) AND merged_into IS NOT NULL
      UNION SELECT merged.id, clients.merged_into FROM merged JOIN clients ON clients.id = merged.kept
        WHERE clients.merged_into IS NOT NULL)
    SELECT merged.id, merged.kept FROM merged JOIN clients ON clients.id = merged.kept
      WHERE clients.merged_into IS NULL`.execute(db)
  return new Map(rows.map(({ id, kept }) => [id, kept]))
}
