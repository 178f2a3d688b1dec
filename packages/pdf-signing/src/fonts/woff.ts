import { inflateSync } from 'node:zlib'
import { type SfntTable, writeSfnt } from './sfnt.ts'

const headerBytes = 44
const entryBytes = 20

/** WOFF 1.0: https://www.w3.org/TR/WOFF/ @throws when it is none, or a table has not the length it claims */
export function unwrapWoff(woff: Uint8Array): Uint8Array {
  const source = Buffer.from(woff.buffer, woff.byteOffset, woff.byteLength)
  if (source.length < headerBytes || source.toString('latin1', 0, 4) !== 'wOFF') throw new Error('Not a WOFF 1.0 font')
  const count = source.readUInt16BE(12)
  const tables = Array.from({ length: count }, (_, index) => readTable(source, headerBytes + index * entryBytes))
  return writeSfnt(source.readUInt32BE(4), tables)
}

function readTable(source: Buffer, at: number): SfntTable {
  if (at + entryBytes > source.length) throw new Error('WOFF table directory is cut off')
  const offset = source.readUInt32BE(at + 4)
  const storedLength = source.readUInt32BE(at + 8)
  const length = source.readUInt32BE(at + 12)
  const stored = source.subarray(offset, offset + storedLength)
  const data = storedLength < length ? inflateSync(stored, { maxOutputLength: length }) : stored
  if (data.length !== length) throw new Error('WOFF table does not have the length it claims')
  return { tag: source.toString('latin1', at, at + 4), checksum: source.readUInt32BE(at + 16), data }
}
