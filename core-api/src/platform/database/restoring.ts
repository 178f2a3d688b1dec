import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Where a restore puts what it brings, until all of it is in place. */
export const restoringIn = (databaseDirectory: string): string => join(databaseDirectory, 'restoring')

/** @throws when a restore was broken off: what is there is half of one thing and half of another */
export function requireNoHalfRestore(databaseDirectory: string): void {
  if (!existsSync(restoringIn(databaseDirectory))) return
  throw new Error('A restore was broken off. Run it again: npm run restore -- --from <backup> --replace')
}
