import Type, { type Static } from 'typebox'
import { anchorFile } from '../../audit/anchors/anchor-store.ts'

const Sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' })
/** A file of a backup as it lies there. */
const Part = Type.Object({ name: Type.String({ pattern: '^[a-z0-9.]+$' }), size: Type.Integer(), sha256: Sha256 })

/** What `backup.json` says of a backup. No personal data: it is not encrypted, so that retention can read it. */
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
  /** Public keys that its database is encrypted for; none when it is not encrypted. */
  recipients: Type.Array(Type.String()),
  /** The dump of the database. */
  database: Part,
  /** The list of its files, as `sha256sum --check` reads it. */
  files: Part,
  /** Files that rows of its database name. */
  file_count: Type.Integer(),
  /** Anchors of the audit trail, which are in the list of files too. Backups that were made before it had them lack this. */
  anchor_count: Type.Optional(Type.Integer()),
  /** How many files and anchors its database names that the file store did not have. */
  missing_files: Type.Integer(),
  /** Ids of the master keys that are needed to read what is restored. */
  key_ids: Type.Array(Type.String({ pattern: '^[0-9a-f]{8}$' })),
})
export type BackupManifest = Static<typeof BackupManifest>
export type BackupPart = Static<typeof Part>

/** A stored file in a backup: encrypted bytes, in the folder of their master key. */
export interface StoredCopy {
  /** Of the file; of an anchor with its digest, as `copyIdOf` makes it. */
  id: string
  /** The id of its master key. */
  folder: string
  /** Of the encrypted bytes, in hexadecimal. */
  sha256: string
}

/** An anchor of the audit trail, as its row in the database names it. */
export interface NamedAnchor {
  number: number
  /** SHA-256 of its statement, in hexadecimal. */
  digest: string
}

const copyFormat = /^(anchor-\d+)-[0-9a-f]{64}$/

/**
 * The id of an anchor's copy in a backup: its name in the file store, and its digest. After an older backup is restored, new anchors get
 * numbers that lost anchors had. All backups share their copies, so one number may have several.
 */
export const copyIdOf = ({ number, digest }: NamedAnchor): string => `${anchorFile(number)}-${digest}`

/** The id that a copy has in the file store: its own, except for an anchor. */
export const storedIdOf = (id: string): string => copyFormat.exec(id)?.[1] ?? id
