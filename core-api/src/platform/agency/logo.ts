import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { extname } from 'node:path'
import { largestLogo } from '@agency/contract/agency'

/** Image formats that all browsers support, with the signature of their content. */
const kinds = [
  { extensions: ['.svg'], type: 'image/svg+xml', signature: /^\uFEFF?\s*<(?:\?xml|!--|!DOCTYPE svg|svg)/i },
  { extensions: ['.png'], type: 'image/png', signature: /^\x89PNG\r\n/ },
  { extensions: ['.jpg', '.jpeg'], type: 'image/jpeg', signature: /^\xFF\xD8\xFF/ },
  { extensions: ['.webp'], type: 'image/webp', signature: /^RIFF[\s\S]{4}WEBP/ },
]
const extensions = kinds.flatMap((kind) => kind.extensions)
const kindOfName = (name: string) => kinds.find((kind) => kind.extensions.includes(extname(name).toLowerCase()))
const kindOfContent = (content: Buffer) =>
  kinds.find(({ signature }) => signature.test(content.toString('latin1', 0, 200)))

export interface Logo {
  /** Contains a hash of the content, so that browsers keep it for ever. */
  file: string
  content: Buffer
}

export const typeOfLogo = (file: string): string => kindOfName(file)?.type ?? 'application/octet-stream'

/** Why the file at this path is not usable as a logo; undefined if it is. */
export function problemOfLogo(path: string): string | undefined {
  if (!kindOfName(path)) return `must be a file that ends in ${extensions.join(', ')}`
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found?.isFile()) return 'names a file that is not there'
  if (found.size > largestLogo) return `is larger than ${largestLogo / 1024} kB`
  if (kindOfContent(readFileSync(path)) !== kindOfName(path))
    return `is not a ${extname(path).toLowerCase()} file by its content`
  return undefined
}

/** Reads a picture by its content, whatever it is called. @returns undefined if it is of no known format */
export function readLogo(content: Buffer): Logo | undefined {
  const [extension] = kindOfContent(content)?.extensions ?? []
  if (extension === undefined) return undefined
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 10)
  return { file: `logo-${hash}${extension}`, content }
}
