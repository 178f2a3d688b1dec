import { readFileSync, statSync } from 'node:fs'
import { extname } from 'node:path'

/** The kinds of picture that all browsers show, and how each one's content begins. */
const kinds: Readonly<Record<string, { type: string; begins: RegExp }>> = {
  '.svg': { type: 'image/svg+xml', begins: /^\uFEFF?\s*<(?:\?xml|!--|!DOCTYPE svg|svg)/i },
  '.png': { type: 'image/png', begins: /^\x89PNG\r\n/ },
  '.jpg': { type: 'image/jpeg', begins: /^\xFF\xD8\xFF/ },
  '.jpeg': { type: 'image/jpeg', begins: /^\xFF\xD8\xFF/ },
  '.webp': { type: 'image/webp', begins: /^RIFF[\s\S]{4}WEBP/ },
}
/** Bytes. It is on the first screen of a phone. */
const largest = 100 * 1024

export interface Logo {
  content: Buffer
  /** Media type. */
  type: string
  /** Ending of the file's name, with its dot. */
  extension: string
}

/** Why this file cannot be an agency's logo; undefined when it can. */
export function problemOfLogo(path: string): string | undefined {
  const extension = extname(path).toLowerCase()
  const kind = kinds[extension]
  if (!kind) return `must be a file that ends in ${Object.keys(kinds).join(', ')}`
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found?.isFile()) return 'names a file that is not there'
  if (found.size > largest) return `is larger than ${largest / 1024} kB`
  if (!kind.begins.test(readFileSync(path).toString('latin1', 0, 200))) return `is not what a ${extension} file holds`
  return undefined
}

/** Reads an agency's logo. @throws with a sentence that says why it cannot be one */
export function readLogo(path: string): Logo {
  const extension = extname(path).toLowerCase()
  const kind = kinds[extension]
  const problem = problemOfLogo(path)
  if (problem !== undefined || !kind) throw new Error(`${path} ${problem}`)
  return { content: readFileSync(path), type: kind.type, extension }
}
