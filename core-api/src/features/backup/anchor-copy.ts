import { anchorFile } from '../audit/anchor-store.ts'

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
