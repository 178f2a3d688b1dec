import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { brotliDecompressSync, constants, gunzipSync, inflateSync } from 'node:zlib'

/** Where a body begins in an entry of Chromium's disk cache: after this header and the entry's key. */
const entryMagic = Buffer.from('305c72a71b6dfbfc', 'hex')
const keyLengthAt = 12
const headerLength = 24

const largestBody = 20_000_000
const untilTheEnd = { maxOutputLength: largestBody, finishFlush: constants.Z_SYNC_FLUSH }
const asFarAsItGoes = { maxOutputLength: largestBody, finishFlush: constants.BROTLI_OPERATION_FLUSH }

/** The inflated bytes; nothing if they are not compressed, as with most bytes that look so. */
function attempt(inflate: () => Buffer): Buffer[] {
  try {
    return [inflate()]
  } catch {
    return []
  }
}

function* placesOf(content: Buffer, sign: Buffer): Generator<number> {
  for (let at = content.indexOf(sign); at >= 0; at = content.indexOf(sign, at + 1)) yield at
}

const gzip = Buffer.from([0x1f, 0x8b, 0x08])
const zlibHeaders = [0x01, 0x5e, 0x9c, 0xda].map((second) => Buffer.from([0x78, second]))

/** A file's content, and whatever is compressed in it: bodies as they were sent, and streams of PDFs. */
function* textsIn(content: Buffer): Generator<Buffer> {
  yield content
  if (content.subarray(0, entryMagic.length).equals(entryMagic)) {
    const body = content.subarray(headerLength + content.readUInt32LE(keyLengthAt))
    yield* attempt(() => brotliDecompressSync(body, asFarAsItGoes))
  }
  for (const at of placesOf(content, gzip)) yield* attempt(() => gunzipSync(content.subarray(at), untilTheEnd))
  for (const header of zlibHeaders) {
    for (const at of placesOf(content, header)) yield* attempt(() => inflateSync(content.subarray(at), untilTheEnd))
  }
}

/**
 * Searches every file of a browser's profile, as it is and inflated, in UTF-8 and UTF-16.
 * @param secrets texts, by what they are
 * @returns a line for each that was found: what it is, and in which file
 */
export function findInProfile(directory: string, secrets: Readonly<Record<string, string>>): string[] {
  const sought = Object.entries(secrets).flatMap(([what, text]) => [
    { what, bytes: Buffer.from(text, 'utf8') },
    { what: `${what} in UTF-16`, bytes: Buffer.from(text, 'utf16le') },
  ])
  const files = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return files.flatMap((entry) => {
    const path = join(entry.parentPath, entry.name)
    const found = new Set<string>()
    for (const text of textsIn(readFileSync(path))) {
      for (const { what, bytes } of sought) if (text.includes(bytes)) found.add(what)
    }
    return [...found].map((what) => `${what}: ${relative(directory, path)}`)
  })
}

/** A PDF of one page with a line of text, which is not compressed. */
export function pdfSaying(text: string): Buffer {
  const stream = `BT /F1 14 Tf 72 700 Td (${text}) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let body = '%PDF-1.7\n'
  const offsets = objects.map((object, index) => {
    const at = body.length
    body += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(at).padStart(10, '0')} 00000 n \n`
  })
  const size = objects.length + 1
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}`
  return Buffer.from(
    `${body}${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`,
    'latin1',
  )
}
