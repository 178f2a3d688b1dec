import { isAscii, isUtf8 } from 'node:buffer'
import type { ImportEncoding } from '@agency/contract/client-imports'
import iconv from 'iconv-lite'

const headLength = 4_096

/** Stands before what was read as Windows-1252 in a text of UTF-8. No text holds a noncharacter. */
export const recoded = '\ufdd0'

/** UTF-16 has a zero byte in nearly every character of Western text. */
function utf16In(head: Buffer): ImportEncoding | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  const half = Math.floor(head.length / 2)
  const zeros = (offset: 0 | 1) => head.filter((byte, at) => at % 2 === offset && byte === 0).length
  if (half > 1 && zeros(1) > half * 0.7) return 'utf-16le'
  return half > 1 && zeros(0) > half * 0.7 ? 'utf-16be' : undefined
}

/** The bytes of a character of UTF-8 that is not ASCII, or one that is of none, as Latin-1 shows them. */
const wideOrFaulty = /[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}|[\x80-\xff]/g
const begun = /(?:[\xc2-\xf4]|[\xe0-\xf4][\x80-\xbf]|[\xf0-\xf4][\x80-\xbf]{2})$/

/** Chunks that end with a whole character of UTF-8. */
async function* wholeCharacters(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of content) {
    const bytes = Buffer.concat([rest, chunk])
    const [start = ''] = begun.exec(bytes.toString('latin1', bytes.length - 3)) ?? []
    rest = bytes.subarray(bytes.length - start.length)
    yield bytes.subarray(0, bytes.length - start.length)
  }
  yield rest
}

/** How many faulty bytes there may be for each wide character of a text of UTF-8. By chance, other texts have a few. */
const mostFaulty = 10

/** Of names and notes in the languages of the Americas and Western Europe. */
const usual = /[áéíóúüñçãõâêôàèëïäößÁÉÍÓÚÜÑÇÃÕÂÊÔÀÈÄÖ¿¡°ºª’‘“”…€\u00a0–—]/
/** So much more of a text's wide letters are usual ones where another encoding than Windows-1252 is the right one. */
const clearly = 0.25

/** The encoding of one byte per letter in which most letters are usual. @param counts of bytes from 128 on */
function singleByteOf(counts: readonly number[]): ImportEncoding {
  const total = counts.reduce((sum, count) => sum + count, 0)
  const shareIn = (encoding: ImportEncoding) =>
    counts.reduce(
      (sum, count, at) => (usual.test(iconv.decode(Buffer.from([at + 128]), encoding)) ? sum + count : sum),
      0,
    ) / total
  const [best] = (['macintosh', 'cp850'] as const).toSorted((one, other) => shareIn(other) - shareIn(one))
  return best && shareIn(best) > shareIn('windows-1252') + clearly ? best : 'windows-1252'
}

/** The encoding of a whole text: UTF-16 by its mark or zero bytes, UTF-8 if nearly all of it is valid, else one of one byte per letter. */
export async function detectEncoding(content: AsyncIterable<Buffer>): Promise<ImportEncoding> {
  let isFirst = true
  let [wide, faulty] = [0, 0]
  const counts = Array.from({ length: 128 }, () => 0)
  for await (const chunk of wholeCharacters(content)) {
    const sixteen = isFirst ? utf16In(chunk.subarray(0, headLength)) : undefined
    if (sixteen) return sixteen
    isFirst = false
    if (isAscii(chunk)) continue
    for (const [bytes] of chunk.toString('latin1').matchAll(wideOrFaulty)) {
      if (bytes.length > 1) wide += 1
      else {
        const at = bytes.charCodeAt(0) - 128
        counts[at] = (counts[at] ?? 0) + 1
        faulty += 1
      }
    }
  }
  return faulty > wide * mostFaulty ? singleByteOf(counts) : 'utf-8'
}

const inWindows = new TextDecoder('windows-1252')

const bytesInWindows = new Map(
  Array.from({ length: 128 }, (_, at) => [inWindows.decode(Buffer.from([at + 128])), at + 128] as const),
)

/** Of Spanish and Portuguese letters, and of quotes and dashes: other pairs may be letters of a text. */
const twiceCoded = /[ÃÂ]\P{ASCII}|â\P{ASCII}{2}/gu

/** A text whose letters were written as UTF-8, read as Windows-1252 and written again: `MarÃ­a` is María. Any other as it is. */
export const mendedLetters = (text: string): string =>
  text.replace(twiceCoded, (some) => {
    const bytes = Array.from(some, (letter) => bytesInWindows.get(letter) ?? 0)
    const mended = isUtf8(Buffer.from(bytes)) ? Buffer.from(bytes).toString() : ''
    return mended.length === 1 && mended >= '\u00a0' ? mended : some
  })

/** Of UTF-8. Bytes that are none of it are read as Windows-1252, and marked by `recoded`. */
function decodeMixed(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString()
  return bytes.toString('latin1').replace(wideOrFaulty, (some) => {
    const character = Buffer.from(some, 'latin1')
    return isUtf8(character) ? character.toString() : recoded + inWindows.decode(character)
  })
}

/** The text of bytes, without a byte order mark. What is not valid in UTF-16 becomes U+FFFD. */
export async function* decodeText(content: AsyncIterable<Buffer>, encoding: ImportEncoding): AsyncGenerator<string> {
  if (encoding === 'utf-8') {
    let isFirst = true
    for await (const chunk of wholeCharacters(content)) {
      const text = decodeMixed(chunk)
      yield isFirst ? text.replace(/^\ufeff/, '') : text
      isFirst &&= text === ''
    }
    return
  }
  // Its mark is taken off by the decoder.
  const decoder = iconv.getDecoder(encoding)
  for await (const chunk of content) yield decoder.write(chunk)
  yield decoder.end() ?? ''
}
