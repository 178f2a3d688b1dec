import Type, { type Static } from 'typebox'

/**
 * A whole installation is one stream, a tar archive of these members in this order: `archive.json`, the rows of each table
 * in the order of their keys as `tables/<table>/<number>.jsonl`, each stored file as `files/…`, and `SHA256SUMS` of all of
 * them. `open` has decrypted values and files, for any reader and any keys; `stored` has both as they are stored.
 */
export const headerName = 'archive.json'
export const sumsName = 'SHA256SUMS'

const Sequence = Type.Object({ name: Type.String(), last: Type.String() })
export type Sequence = Static<typeof Sequence>

export const ArchiveHeader = Type.Object({
  format: Type.Literal(1),
  form: Type.Enum(['open', 'stored']),
  product_version: Type.String(),
  installation_id: Type.String(),
  /** All migrations of the database. */
  migrations: Type.Array(Type.String()),
  /** Ids of the master keys that the target needs: none if the archive is open. */
  key_ids: Type.Array(Type.String()),
  /** How many rows each table has. */
  tables: Type.Record(Type.String(), Type.Integer()),
  sequences: Type.Array(Sequence),
})
export type ArchiveHeader = Static<typeof ArchiveHeader>

export const partName = (table: string, part: number): string =>
  `tables/${table}/${String(part).padStart(6, '0')}.jsonl`

/** A line as `sha256sum --check` reads it. */
export const sumLine = (sha256: string, member: string): string => `${sha256}  ${member}\n`
