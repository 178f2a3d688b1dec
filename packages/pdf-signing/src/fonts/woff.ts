import { inflateSync } from 'node:zlib'

const headerBytes = 44
const entryBytes = 20
const sfntHeaderBytes = 12
const sfntEntryBytes = 16

/**
 * Unwraps a WOFF 1.0 font into the sfnt (TrueType or OpenType) it holds.
 * @throws {Error} when the bytes are not WOFF 1.0, or a table does not have the length it claims
 * @see https://www.w3.org/TR/WOFF/
 */
export function unwrapWoff(woff: Uint8Array): Uint8Array {
  const source = Buffer.from(woff.buffer, woff.byteOffset, woff.byteLength)
  if (source.length < headerBytes || source.toString('latin1', 0, 4) !== 'wOFF') throw new Error('Not a WOFF 1.0 font')
  const count = source.readUInt16BE(12)
  const tables = Array.from({ length: count }, (_, index) => readTable(source, headerBytes + index * entryBytes))
  const parts = [sfntHeader(source.readUInt32BE(4), count)]
  const bodies: Buffer[] = []
  let offset = sfntHeaderBytes + count * sfntEntryBytes
  for (const table of tables) {
    const entry = Buffer.alloc(sfntEntryBytes)
    entry.writeUInt32BE(table.tag, 0)
    entry.writeUInt32BE(table.checksum, 4)
    entry.writeUInt32BE(offset, 8)
    entry.writeUInt32BE(table.data.length, 12)
    parts.push(entry)
    const padding = Buffer.alloc((4 - (table.data.length % 4)) % 4)
    bodies.push(table.data, padding)
    offset += table.data.length + padding.length
  }
  return new Uint8Array(Buffer.concat([...parts, ...bodies]))
}

function readTable(source: Buffer, at: number): { tag: number; checksum: number; data: Buffer } {
  if (at + entryBytes > source.length) throw new Error('WOFF table directory is cut off')
  const offset = source.readUInt32BE(at + 4)
  const storedLength = source.readUInt32BE(at + 8)
  const length = source.readUInt32BE(at + 12)
  const stored = source.subarray(offset, offset + storedLength)
  const data = storedLength < length ? inflateSync(stored, { maxOutputLength: length }) : stored
  if (data.length !== length) throw new Error('WOFF table does not have the length it claims')
  return { tag: source.readUInt32BE(at), checksum: source.readUInt32BE(at + 16), data }
}

function sfntHeader(flavor: number, tables: number): Buffer {
  const entrySelector = Math.floor(Math.log2(tables))
  const searchRange = 2 ** entrySelector * sfntEntryBytes
  const header = Buffer.alloc(sfntHeaderBytes)
  header.writeUInt32BE(flavor, 0)
  header.writeUInt16BE(tables, 4)
  header.writeUInt16BE(searchRange, 6)
  header.writeUInt16BE(entrySelector, 8)
  header.writeUInt16BE(tables * sfntEntryBytes - searchRange, 10)
  return header
}
