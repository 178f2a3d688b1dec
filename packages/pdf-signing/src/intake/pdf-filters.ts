import { createInflate, inflateSync } from 'node:zlib'

/** A stream decodes to more bytes than allowed. */
export class TooManyBytes extends Error {
  override readonly name = 'TooManyBytes'
}

/** `bytes` only when requested. */
type Filtered = { length: number; bytes?: Uint8Array }

/** ISO 32000-2, 7.4.4, up to its first fault, as readers do. @throws {TooManyBytes} as soon as above `most` */
export async function inflateBounded(data: Uint8Array, most: number, keep: boolean): Promise<Filtered> {
  const small = inflateSmall(data, Math.min(most, mostOfSmall))
  if (small) return keep ? { length: small.length, bytes: small } : { length: small.length }
  const kept: Buffer[] = []
  let length = 0
  const inflate = createInflate({ chunkSize: 256 * 1024 })
  inflate.end(data)
  try {
    for await (const chunk of inflate) {
      if (!Buffer.isBuffer(chunk)) continue
      length += chunk.length
      if (length > most) throw new TooManyBytes()
      if (keep) kept.push(chunk)
    }
  } catch (error) {
    if (error instanceof TooManyBytes) throw error
  }
  return keep ? { length, bytes: Buffer.concat(kept) } : { length }
}

const mostOfSmall = 2 ** 20

/** In one call, which is a hundred times faster than chunks. Undefined for a larger or faulty stream. */
function inflateSmall(data: Uint8Array, most: number): Buffer | undefined {
  try {
    return inflateSync(data, { maxOutputLength: Math.max(most, 1) })
  } catch {
    return undefined
  }
}

const code = { exclamation: 33, greater: 62, tilde: 126, u: 117, z: 122 }

/** Decodes ASCII85 (ISO 32000-2, 7.4.3). White space and faults are skipped. */
export function decodeAscii85(data: Uint8Array): Uint8Array {
  const out = new Uint8Array(data.length * 4)
  let length = 0
  let digits = 0
  let value = 0
  for (const byte of data) {
    if (byte === code.tilde) break
    if (byte === code.z && digits === 0) length += 4
    if (byte < code.exclamation || byte > code.u) continue
    value = (value * 85 + byte - code.exclamation) >>> 0
    digits += 1
    if (digits < 5) continue
    for (let shift = 24; shift >= 0; shift -= 8) out[length++] = value >>> shift
    digits = 0
    value = 0
  }
  if (digits < 2) return out.subarray(0, length)
  for (let digit = digits; digit < 5; digit += 1) value = (value * 85 + 84) >>> 0
  for (let n = 0; n < digits - 1; n += 1) out[length++] = value >>> (24 - 8 * n)
  return out.subarray(0, length)
}

/** Decodes ASCIIHex (ISO 32000-2, 7.4.2). */
export function decodeAsciiHex(data: Uint8Array): Uint8Array {
  const end = data.indexOf(code.greater)
  const text = Buffer.from(end < 0 ? data : data.subarray(0, end)).toString('latin1')
  return Buffer.from(text.replaceAll(/[^0-9a-fA-F]/g, ''), 'hex')
}

/** The decoded size of a RunLength stream (ISO 32000-2, 7.4.5), in bytes. */
export function countRunLength(data: Uint8Array): number {
  let length = 0
  let at = 0
  while (at < data.length) {
    const run = data[at] ?? 128
    if (run === 128) break
    length += run < 128 ? run + 1 : 257 - run
    at += run < 128 ? run + 2 : 2
  }
  return length
}

const clear = 256
const endOfData = 257

/** The decoded size of an LZW stream (ISO 32000-2, 7.4.4), in bytes, without decoding it; `early` is its EarlyChange. */
export function countLzw(data: Uint8Array, early: 0 | 1): number {
  // How many bytes each code stands for.
  const lengths = new Uint32Array(4096).fill(1, 0, clear)
  let next = 258
  let width = 9
  let last = 0
  let total = 0
  let bits = 0
  let held = 0
  for (const byte of data) {
    held = ((held << 8) | byte) & 0xffffff
    bits += 8
    if (bits < width) continue
    bits -= width
    const word = (held >>> bits) & ((1 << width) - 1)
    if (word === endOfData) break
    if (word === clear) {
      next = 258
      width = 9
      last = 0
      continue
    }
    const length = word < next ? (lengths[word] ?? 0) : last + 1
    if (last > 0 && next < 4096) lengths[next++] = last + 1
    last = length
    total += length
    if (next + early >= 1 << width && width < 12) width += 1
  }
  return total
}
