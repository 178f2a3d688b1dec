import { basename } from 'node:path'

/**
 * Control and format characters, line separators and unassigned ones. Among them are the marks that reorder text
 * (U+202E makes `gnp.exe` of `exe.png`). The joiners U+200C and U+200D stay: scripts and emoji need them.
 */
const invisible = /(?![\u200C\u200D])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]/gu

const longestName = 255

export const withoutInvisible = (name: string): string => name.replace(invisible, '')

/** The name of an uploaded file as it is stored: the last part of a path, without invisible characters. */
export function fileNameOf(name: string): string {
  const last = withoutInvisible(basename(name.replaceAll('\\', '/'))).trim()
  return last.slice(0, longestName).toWellFormed() || 'unnamed'
}

const escapes: Readonly<Record<string, string>> = { '%22': '"', '%0D': '\r', '%0A': '\n' }

/**
 * A name in a multipart header as the page gave it: browsers escape three characters (HTML, 4.10.22.8, "multipart
 * form data"). They do not escape `%`, so that a name that really has `%22` cannot be told apart.
 */
export const decodeFormDataName = (name: string): string =>
  name.replace(/%(?:22|0D|0A)/g, (escaped) => escapes[escaped] ?? escaped)
