const headerBytes = 12
const entryBytes = 16

export type SfntTable = { tag: string; data: Uint8Array; checksum?: number }

/** Writes the tables of a font as one sfnt (OpenType, "Organization of an OpenType font"). Checksums that are not given are 0. */
export function writeSfnt(flavor: number, tables: readonly SfntTable[]): Uint8Array {
  const parts = [header(flavor, tables.length)]
  const bodies: Uint8Array[] = []
  let offset = headerBytes + tables.length * entryBytes
  for (const { tag, data, checksum = 0 } of tables.toSorted((a, b) => (a.tag < b.tag ? -1 : 1))) {
    const entry = Buffer.alloc(entryBytes)
    entry.write(tag, 0, 'latin1')
    entry.writeUInt32BE(checksum, 4)
    entry.writeUInt32BE(offset, 8)
    entry.writeUInt32BE(data.length, 12)
    parts.push(entry)
    const padding = Buffer.alloc((4 - (data.length % 4)) % 4)
    bodies.push(data, padding)
    offset += data.length + padding.length
  }
  return new Uint8Array(Buffer.concat([...parts, ...bodies]))
}

function header(flavor: number, tables: number): Buffer {
  const entrySelector = Math.floor(Math.log2(tables))
  const searchRange = 2 ** entrySelector * entryBytes
  const bytes = Buffer.alloc(headerBytes)
  bytes.writeUInt32BE(flavor, 0)
  bytes.writeUInt16BE(tables, 4)
  bytes.writeUInt16BE(searchRange, 6)
  bytes.writeUInt16BE(entrySelector, 8)
  bytes.writeUInt16BE(tables * entryBytes - searchRange, 10)
  return bytes
}
