import type { FileRoot } from './file-store.ts'

/** A text in the file store: the backup of a restore in progress, or a move. Empty after its end. */
const markName = 'restoring-backup'

export async function findRestoring(root: FileRoot): Promise<string | undefined> {
  return (await root.readText(markName)) || undefined
}

/** The mark of a move or of the import of an archive, in place of the name of a backup. */
export const archiveMark = (kind: 'move' | 'import', installationId: string): string => `${kind}-${installationId}`

export const beginRestoring = (root: FileRoot, backup: string): Promise<void> => root.writeText(markName, backup)

/** Removes the mark, after files and database are complete and old messages are given up. */
export const endRestoring = (root: FileRoot): Promise<void> => root.writeText(markName, '')

/** @throws if a restore to this file store was interrupted: files may be missing, and old messages may still wait */
export async function requireNoHalfRestore(root: FileRoot): Promise<void> {
  const backup = await findRestoring(root)
  if (backup === undefined) return
  const kind = /^(move|import)-/.exec(backup)?.[1]
  if (kind) {
    const again = `Run it again: npm run ${kind}, with the same target.`
    throw new Error(`${kind === 'move' ? 'A move' : 'An import'} to ${root.description} was interrupted. ${again}`)
  }
  throw new Error(
    `A restore was interrupted. Run it again: npm run restore -- --from <backup> --backup ${backup} (${root.description})`,
  )
}
