import { brotliDecompressSync } from 'node:zlib'
import { ByteReader } from './byte-reader.ts'
import { type SfntTable, writeSfnt } from './sfnt.ts'
import { readTransformedGlyphs } from './woff2-glyphs.ts'

const headerBytes = 48
const mostBytes = 32 * 2 ** 20

/** The tags that a table directory names by number (WOFF 2.0, 4.1). */
const knownTags = [
  ...['cmap', 'head', 'hhea', 'hmtx', 'maxp', 'name', 'OS/2', 'post', 'cvt ', 'fpgm', 'glyf', 'loca', 'prep', 'CFF '],
  ...['VORG', 'EBDT', 'EBLC', 'gasp', 'hdmx', 'kern', 'LTSH', 'PCLT', 'VDMX', 'vhea', 'vmtx', 'BASE', 'GDEF', 'GPOS'],
  ...['GSUB', 'EBSC', 'JSTF', 'MATH', 'CBDT', 'CBLC', 'COLR', 'CPAL', 'SVG ', 'sbix', 'acnt', 'avar', 'bdat', 'bloc'],
  ...['bsln', 'cvar', 'fdsc', 'feat', 'fmtx', 'fvar', 'gvar', 'hsty', 'just', 'lcar', 'mort', 'morx', 'opbd', 'prop'],
  ...['trak', 'Zapf', 'Silf', 'Glat', 'Gloc', 'Feat', 'Sill'],
]

type Entry = { tag: string; version: number; length: number }

/** https://www.w3.org/TR/WOFF2/ @throws when it is none, or transforms other tables than the glyphs */
export function unwrapWoff2(woff2: Uint8Array): Uint8Array {
  const source = new ByteReader(woff2)
  if (woff2.length < headerBytes || source.tag() !== 'wOF2') throw new Error('Not a WOFF 2.0 font')
  const flavor = source.u32()
  source.skip(4)
  const count = source.u16()
  source.skip(6)
  const compressed = source.u32()
  source.skip(headerBytes - source.at)
  const entries = Array.from({ length: count }, () => readEntry(source))
  const data = brotliDecompressSync(source.bytes(compressed), { maxOutputLength: mostBytes })
  return writeSfnt(flavor, readTables(entries, new ByteReader(data)))
}

function readEntry(source: ByteReader): Entry {
  const flags = source.u8()
  const known = flags & 0x3f
  const tag = known === 0x3f ? source.tag() : (knownTags[known] ?? '')
  const version = flags >> 6
  const length = source.base128()
  return { tag, version, length: isTransformed(tag, version) ? source.base128() : length }
}

/** Version 3 of the glyph tables, and 0 of all others, is the table itself. */
const isTransformed = (tag: string, version: number): boolean => version !== (tag === 'glyf' || tag === 'loca' ? 3 : 0)

function readTables(entries: readonly Entry[], data: ByteReader): SfntTable[] {
  const tables = entries.flatMap(({ tag, version, length }): SfntTable[] => {
    const bytes = data.bytes(length)
    if (!isTransformed(tag, version)) return [{ tag, data: bytes }]
    if (tag === 'loca') return []
    if (tag !== 'glyf') throw new Error(`WOFF 2.0 table ${tag} has a transform that is not supported`)
    const { glyf, loca } = readTransformedGlyphs(bytes)
    return [
      { tag: 'glyf', data: glyf },
      { tag: 'loca', data: loca },
    ]
  })
  return tables.map((table) =>
    table.tag === 'head' && tables.some(({ tag }) => tag === 'loca') ? withLongOffsets(table) : table,
  )
}

/** `loca` is rebuilt with offsets of 32 bits. */
function withLongOffsets({ tag, data }: SfntTable): SfntTable {
  const head = Buffer.from(data)
  head.writeInt16BE(1, 50)
  return { tag, data: head }
}
