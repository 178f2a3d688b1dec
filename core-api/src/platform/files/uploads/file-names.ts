import { basename } from 'node:path'

/** Among them marks that reorder text (U+202E makes `gnp.exe` of `exe.png`). Scripts and emoji need the joiners. */
const invisible = /(?![\u200C\u200D])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]/gu

const longestName = 255

export const withoutInvisible = (name: string): string => name.replace(invisible, '')

/** The name of an uploaded file as it is stored: the last part of a path, without invisible characters. */
export function fileNameOf(name: string): string {
  const last = withoutInvisible(basename(name.replaceAll('\\', '/'))).trim()
  return last.slice(0, longestName).toWellFormed() || 'unnamed'
}

const escapes: Readonly<Record<string, string>> = { '%22': '"', '%0D': '\r', '%0A': '\n' }

/** The name as the page gave it: browsers escape three characters, not `%` (HTML, 4.10.22.8, "multipart form data"). */
export const decodeFormDataName = (name: string): string =>
  name.replace(/%(?:22|0D|0A)/g, (escaped) => escapes[escaped] ?? escaped)
