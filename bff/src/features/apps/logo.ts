import { readFileSync, statSync } from 'node:fs'
import { extname } from 'node:path'

/** Image formats that all browsers support, with the signature of their content. */
const kinds: Readonly<Record<string, { type: string; signature: RegExp }>> = {
  '.svg': { type: 'image/svg+xml', signature: /^\uFEFF?\s*<(?:\?xml|!--|!DOCTYPE svg|svg)/i },
  '.png': { type: 'image/png', signature: /^\x89PNG\r\n/ },
  '.jpg': { type: 'image/jpeg', signature: /^\xFF\xD8\xFF/ },
  '.jpeg': { type: 'image/jpeg', signature: /^\xFF\xD8\xFF/ },
  '.webp': { type: 'image/webp', signature: /^RIFF[\s\S]{4}WEBP/ },
}
/** Small, since phones load it on the first screen. */
const maxBytes = 100 * 1024

export interface Logo {
  content: Buffer
  /** Media type. */
  type: string
  /** With the dot. */
  extension: string
}

/** Why this file is not usable as a logo; undefined if it is. */
export function problemOfLogo(path: string): string | undefined {
  const extension = extname(path).toLowerCase()
  const kind = kinds[extension]
  if (!kind) return `must be a file that ends in ${Object.keys(kinds).join(', ')}`
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found?.isFile()) return 'names a file that is not there'
  if (found.size > maxBytes) return `is larger than ${maxBytes / 1024} kB`
  if (!kind.signature.test(readFileSync(path).toString('latin1', 0, 200)))
    return `is not a ${extension} file by its content`
  return undefined
}

/** Reads the agency's logo. @throws with the reason if it is not usable */
export function readLogo(path: string): Logo {
  const extension = extname(path).toLowerCase()
  const kind = kinds[extension]
  const problem = problemOfLogo(path)
  if (problem !== undefined || !kind) throw new Error(`${path} ${problem}`)
  return { content: readFileSync(path), type: kind.type, extension }
}
