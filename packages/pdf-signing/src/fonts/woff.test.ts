import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import { unwrapWoff } from './woff.ts'

const { resolve } = createRequire(import.meta.url)
const read = (id: string) => readFileSync(resolve(`@fontsource/${id}-normal.woff`))
const fonts = [
  'noto-sans/files/noto-sans-latin-400',
  'great-vibes/files/great-vibes-latin-400',
  'caveat/files/caveat-cyrillic-400',
]

/** Sum of a table's big-endian 32-bit words, as the OpenType specification has it. */
function checksum(table: Buffer): number {
  const padded = Buffer.concat([table, Buffer.alloc((4 - (table.length % 4)) % 4)])
  let sum = 0
  for (let at = 0; at < padded.length; at += 4) sum = (sum + padded.readUInt32BE(at)) >>> 0
  return sum
}

function tablesOf(sfnt: Buffer): { tag: string; checksum: number; data: Buffer }[] {
  return Array.from({ length: sfnt.readUInt16BE(4) }, (_, index) => {
    const at = 12 + index * 16
    const offset = sfnt.readUInt32BE(at + 8)
    const data = sfnt.subarray(offset, offset + sfnt.readUInt32BE(at + 12))
    return { tag: sfnt.toString('latin1', at, at + 4), checksum: sfnt.readUInt32BE(at + 4), data }
  })
}

describe('unwrapWoff', () => {
  it.each(fonts)('given %s, when it is unwrapped, then every table has its own checksum', (id) => {
    const sfnt = Buffer.from(unwrapWoff(read(id)))
    const tables = tablesOf(sfnt)
    expect(sfnt.readUInt32BE(0)).toBe(0x00010000)
    expect(tables.map((table) => table.tag)).toEqual(
      expect.arrayContaining(['cmap', 'glyf', 'head', 'hmtx', 'loca', 'maxp']),
    )
    // The checksum in `head` covers the whole font, so that table is checked without it.
    for (const table of tables.filter(({ tag }) => tag !== 'head')) expect(checksum(table.data)).toBe(table.checksum)
  })

  it('given bytes that are no WOFF, when they are unwrapped, then it throws', () => {
    expect(() => unwrapWoff(Buffer.alloc(100))).toThrow('Not a WOFF 1.0 font')
  })

  it('given a font that is cut off, when it is unwrapped, then it throws instead of giving half a font', () => {
    const whole = read('noto-sans/files/noto-sans-latin-400')
    expect(() => unwrapWoff(whole.subarray(0, whole.length / 2))).toThrow()
    expect(() => unwrapWoff(whole.subarray(0, 60))).toThrow('cut off')
  })
})
