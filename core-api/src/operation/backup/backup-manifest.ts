import Type, { type Static } from 'typebox'
import { anchorFile } from '../../audit/anchors/anchor-store.ts'

const Sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' })
const Part = Type.Object({ name: Type.String({ pattern: '^[a-z0-9.]+$' }), size: Type.Integer(), sha256: Sha256 })

/** The content of `backup.json`. It contains no personal data, since it is not encrypted: retention reads it. */
export const BackupManifest = Type.Object({
  format: Type.Literal(2),
  /** Also the name of its directory. */
  name: Type.String(),
  made_at: Type.String(),
  product_version: Type.String(),
  installation_id: Type.Union([Type.String(), Type.Null()]),
  /** The last migration of its database. */
  schema_version: Type.String(),
  engine: Type.Enum(['embedded', 'server']),
  /** The public keys that its database is encrypted for; none if it is not encrypted. */
  recipients: Type.Array(Type.String()),
  database: Part,
  /** The list of its files, as `sha256sum --check` reads it. */
  files: Part,
  file_count: Type.Integer(),
  /** How many anchors of the audit trail it has. Missing in backups of early releases. */
  anchor_count: Type.Optional(Type.Integer()),
  /** How many files and anchors were missing in the file store. */
  missing_files: Type.Integer(),
  /** Ids of the master keys that a restored installation needs. */
  key_ids: Type.Array(Type.String({ pattern: '^[0-9a-f]{8}$' })),
})
export type BackupManifest = Static<typeof BackupManifest>
export type BackupPart = Static<typeof Part>

/** A stored file in a backup: encrypted bytes, in the folder of their master key. */
export interface StoredCopy {
  /** Id of the file; of an anchor, the result of `copyIdOf`. */
  id: string
  folder: string
  /** Hash of the encrypted bytes, hex. */
  sha256: string
}

export interface NamedAnchor {
  number: number
  /** SHA-256 of its statement, in hexadecimal. */
  digest: string
}

const copyFormat = /^(anchor-\d+)-[0-9a-f]{64}$/

/** Backups share copies, and after a restore new anchors may get the numbers of lost ones: a number has several. */
export const copyIdOf = ({ number, digest }: NamedAnchor): string => `${anchorFile(number)}-${digest}`

export const storedIdOf = (id: string): string => copyFormat.exec(id)?.[1] ?? id
