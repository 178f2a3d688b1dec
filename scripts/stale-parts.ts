import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '..')

/** The parts with a build of their own, and the folders that each is made from. */
export const inputs = {
  'shared-ui': ['shared-ui'],
  'admin-app': ['admin-app', 'shared-ui', 'packages/contract', 'packages/http-client', 'packages/pdf-viewer'],
  'portal-app': ['portal-app', 'shared-ui', 'packages/contract', 'packages/http-client', 'packages/pdf-viewer'],
} as const
export type Part = keyof typeof inputs
export const parts: readonly Part[] = ['shared-ui', 'admin-app', 'portal-app']

const notInputs = new Set(['node_modules', 'dist'])
/** Inside the build itself: whatever empties or replaces the build takes the stamp with it. */
const stampOf = (part: Part) => join(root, part, 'dist', 'built-from.sha256')

/** The paths of all files below a directory, in an order that is always the same; no build, nothing installed. */
export function* filesBelow(directory: string): Generator<string> {
  const entries = readdirSync(directory, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  for (const entry of entries) {
    const path = join(directory, entry.name)
    if (entry.isFile()) yield path
    else if (entry.isDirectory() && !notInputs.has(entry.name)) yield* filesBelow(path)
  }
}

/** A digest of everything that goes into a part. */
function digestOf(part: Part): string {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')))
  for (const folder of inputs[part]) {
    for (const path of filesBelow(join(root, folder))) hash.update(path.slice(root.length)).update(readFileSync(path))
  }
  return hash.digest('hex')
}

/** Whether the part's build is missing or older than what it is made from. */
export function isStale(part: Part): boolean {
  return !existsSync(stampOf(part)) || readFileSync(stampOf(part), 'utf8') !== digestOf(part)
}

/** Remembers what the part was just built from. */
export function markBuilt(part: Part): void {
  writeFileSync(stampOf(part), digestOf(part))
}
