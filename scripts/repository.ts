import { readdirSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '..')

/** Made by tools: never an input of anything. */
const notSources = new Set(['node_modules', 'dist', '.turbo'])

/** The paths of all files below a directory in a stable order, without builds and installed packages. */
export function* filesBelow(directory: string): Generator<string> {
  const entries = readdirSync(directory, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  for (const entry of entries) {
    const path = join(directory, entry.name)
    if (entry.isFile()) yield path
    else if (entry.isDirectory() && !notSources.has(entry.name)) yield* filesBelow(path)
  }
}
