import Type, { type Static } from 'typebox'
import type { StoredCopy } from '../backup/backup-manifest.ts'
import { Sequence, TableDigest } from './move-repository.ts'

/**
 * A moving installation is one stream, a tar archive of these entries in this order: `move.json`, `files/<folder>/<id>` for
 * each stored file, `files.sha256`, and `rows/<table>` several times for each table.
 */
export const headerName = 'move.json'
export const filesName = 'files.sha256'

/** What the target must have in the end. */
export const MoveHeader = Type.Object({
  format: Type.Literal(1),
  installation_id: Type.String(),
  /** All migrations of the database. */
  migrations: Type.Array(Type.String()),
  /** Ids of the master keys that the target needs. */
  key_ids: Type.Array(Type.String()),
  /** The folders of the file store. */
  folders: Type.Array(Type.String()),
  tables: Type.Record(Type.String(), TableDigest),
  sequences: Type.Array(Sequence),
})
export type MoveHeader = Static<typeof MoveHeader>

/** A stored file of the trash or not: `folder` is the whole path of its folder. */
export const fileLine = ({ folder, id, sha256 }: StoredCopy): string => `${sha256}  ${folder}/${id}\n`
