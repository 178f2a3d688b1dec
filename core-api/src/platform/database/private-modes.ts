import { chmodSync, existsSync, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The parts of a data directory that belong to the product. Other files there are left alone. */
const ownParts = ['database', 'files', 'keys', 'logs', 'first-admin.txt']
const rightsOfOthers = 0o077

/** Earlier versions made files that all could write. @returns how many changed @throws if another user owns one */
export function makeDataPrivate(dataDirectory: string): number {
  return ownParts.reduce((changed, part) => {
    const path = join(dataDirectory, part)
    // A private directory protects its content, so the many files of a store are not checked at each start.
    const isHidden = part === 'files' && existsSync(path) && !isOpen(lstatSync(path).mode)
    return changed + (isHidden || !existsSync(path) ? 0 : makePrivate(path))
  }, 0)
}

const isOpen = (mode: number): boolean => (mode & rightsOfOthers) !== 0

/** The same for one path and all below it. Symbolic links are left alone. */
function makePrivate(path: string): number {
  const found = lstatSync(path)
  if (found.isSymbolicLink()) return 0
  const changed = isOpen(found.mode) ? 1 : 0
  if (changed) close(path, found.mode)
  if (!found.isDirectory()) return changed
  return readdirSync(path).reduce((sum, name) => sum + makePrivate(join(path, name)), changed)
}

function close(path: string, mode: number): void {
  try {
    chmodSync(path, mode & 0o777 & ~rightsOfOthers)
  } catch (cause) {
    throw new Error(
      `Other users of this machine can read or write ${path}, and it belongs to another user. ` +
        'Give it to the user that runs the product (chown), or remove the rights of group and others (chmod go=).',
      { cause },
    )
  }
}
