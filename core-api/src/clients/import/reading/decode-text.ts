import type { ImportEncoding } from '@agency/contract/client-imports'

const headLength = 4_096

/** UTF-16 has a zero byte in nearly every character of Western text. */
function utf16In(head: Buffer): ImportEncoding | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  const half = Math.floor(head.length / 2)
  const zeros = (offset: 0 | 1) => head.filter((byte, at) => at % 2 === offset && byte === 0).length
  if (half > 1 && zeros(1) > half * 0.7) return 'utf-16le'
  return half > 1 && zeros(0) > half * 0.7 ? 'utf-16be' : undefined
}

/** The encoding of a whole text: UTF-16 by its mark or zero bytes, UTF-8 if all of it is valid, else Windows-1252. */
export async function detectEncoding(content: AsyncIterable<Buffer>): Promise<ImportEncoding> {
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  let isFirst = true
  try {
    for await (const chunk of content) {
      const wide = isFirst ? utf16In(chunk.subarray(0, headLength)) : undefined
      if (wide) return wide
      isFirst = false
      utf8.decode(chunk, { stream: true })
    }
    utf8.decode()
    return 'utf-8'
  } catch (error) {
    if (error instanceof TypeError) return 'windows-1252'
    throw error
  }
}

/** The text of bytes, without a byte order mark. What is not valid in the encoding becomes U+FFFD. */
export async function* decodeText(content: AsyncIterable<Buffer>, encoding: ImportEncoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const chunk of content) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}
