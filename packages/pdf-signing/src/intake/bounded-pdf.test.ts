import { globSync, readFileSync } from 'node:fs'
import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { onePagePdf, scanPdf, streamPart } from '../../test/pdfs/build-pdf.ts'
import { fillablePdf } from '../../test/pdfs/fillable-pdf.ts'
import * as hostile from '../../test/pdfs/hostile-pdfs.ts'
import { assertBounded } from './bounded-pdf.ts'
import { countLzw, countRunLength, decodeAscii85, decodeAsciiHex } from './pdf-filters.ts'

const folder = `${import.meta.dirname}/../../test/pdfs/`
const ascii85 = (bytes: Uint8Array) =>
  `${[...Buffer.from(bytes).toString('hex').matchAll(/.{8}/g)].map(([word]) => base85(Number.parseInt(word, 16))).join('')}~>`

function base85(word: number): string {
  if (word === 0) return 'z'
  const digits = [85 ** 4, 85 ** 3, 85 ** 2, 85, 1].map((unit) => Math.floor(word / unit) % 85)
  return String.fromCharCode(...digits.map((digit) => digit + 33))
}

describe('assertBounded', () => {
  it('given PDFs of many producers, when they are looked at, then none is turned down', async () => {
    const real = globSync('*.pdf', { cwd: folder }).map((name) => readFileSync(folder + name))
    expect(real.length).toBeGreaterThan(5)
    for (const bytes of [...real, scanPdf(), fillablePdf([])])
      await expect(assertBounded(bytes)).resolves.toBeUndefined()
  })

  const inflated = deflateSync(Buffer.alloc(200 * 2 ** 20))
  const padded = Buffer.concat([inflated, Buffer.alloc(4 - (inflated.length % 4))])
  const twice = '[/FlateDecode /FlateDecode]'
  const content = (entries: string, bytes: Buffer | string = inflated) =>
    onePagePdf({ content: streamPart(bytes, { entries }) })
  it.each([
    ['a stream that inflates to 200 MB', content('/Filter /FlateDecode ')],
    ['the same with the name written in digits', content('/Filter /Fl#61te#44ecode ')],
    [
      'the same with its filter in another object',
      onePagePdf({ content: streamPart(inflated, { entries: '/Filter 5 0 R ' }), more: ['/FlateDecode'] }),
    ],
    [
      'the same with a length of none',
      onePagePdf({ content: streamPart(inflated, { entries: '/Filter [/FlateDecode] ', length: 0 }) }),
    ],
    ['the same with a fault at its end', content('/Filter /FlateDecode ', inflated.subarray(0, -100))],
    ['the same in ASCII85', content('/Filter [/ASCII85Decode /FlateDecode] ', ascii85(padded))],
    ['the same in hexadecimal', content('/Filter [ /ASCIIHexDecode/FlateDecode ] ', `${inflated.toString('hex')}>`)],
    ['Flate within Flate', hostile.twiceInflatingPdf()],
    ['the same with its filters in another object', hostile.twiceInflatingPdf('5 0 R', [twice])],
    ['the same with objects of their own', hostile.twiceInflatingPdf('[5 0 R 5 0 R]', ['/FlateDecode'])],
    ['the same with two versions of its filters', hostile.twiceInflatingPdf('5 0 R', [`[] endobj 5 0 obj ${twice}`])],
    ['the same with filters that an object stream has', hostile.twiceInflatingPdf('99 0 R')],
    [
      'ASCII85 with its filters in another object',
      onePagePdf({
        content: streamPart(ascii85(padded), { entries: '/Filter 5 0 R ' }),
        more: ['[/ASCII85Decode /FlateDecode]'],
      }),
    ],
    ['an object stream', hostile.objectStreamPdf()],
    ['streams that are large together', hostile.manyStreamsPdf()],
    ['run lengths', hostile.runLengthPdf()],
    ['LZW', hostile.lzwPdf()],
    ['a picture of 60,000 × 60,000', hostile.hugeImagePdf()],
    ['six filters', content(`/Filter [${'/ASCIIHexDecode '.repeat(6)}] `, '20>')],
  ])('given %s, when it is looked at, then it is turned down @full', async (_, bytes) => {
    expect(bytes.length).toBeLessThan(4_000_000)
    await expect(assertBounded(bytes)).rejects.toMatchObject({ code: 'PDF_TOO_COMPLEX' })
  })
})

describe('a picture', () => {
  const picture = (pixels: number, entries: string) =>
    onePagePdf({
      content: streamPart('x', { entries: `/Subtype /Image /Width 10000 /Height ${pixels / 10_000} ${entries} ` }),
    })

  it.each([
    ['a fax', 120_000_000, '/Filter /CCITTFaxDecode /BitsPerComponent 1 /ColorSpace /DeviceGray'],
    ['a fax in JBIG2 with a palette', 100_000_000, '/Filter [/JBIG2Decode] /ColorSpace [/Indexed /DeviceRGB 1 5 0 R]'],
    ['a mask', 100_000_000, '/ImageMask true'],
    ['a black and white picture', 100_000_000, '/BitsPerComponent 1 /ColorSpace /DeviceGray'],
    ['a picture in colour', 63_000_000, '/Filter /DCTDecode /BitsPerComponent 8 /ColorSpace [/ICCBased 5 0 R]'],
  ])('given %s of %i pixels, when it is looked at, then it is allowed', async (_, pixels, entries) => {
    await expect(assertBounded(picture(pixels, entries))).resolves.toBeUndefined()
  })

  it.each([
    ['a fax', 130_000_000, '/Filter /CCITTFaxDecode'],
    ['a picture in colour', 75_000_000, '/Filter /DCTDecode /BitsPerComponent 8 /ColorSpace /DeviceRGB'],
    ['a picture of an unknown kind', 75_000_000, ''],
  ])('given %s of %i pixels, when it is looked at, then it is turned down', async (_, pixels, entries) => {
    await expect(assertBounded(picture(pixels, entries))).rejects.toMatchObject({ code: 'PDF_TOO_COMPLEX' })
  })
})

describe('the filters', () => {
  it('given the example of ISO 32000-2, 7.4.4.2, when LZW is counted, then it is ten bytes', () => {
    expect(countLzw(Buffer.from('800b6050220c0c8501', 'hex'), 1)).toBe(10)
  })

  it('given a literal run, a repeated one and the end, when run lengths are counted, then what follows is not', () => {
    expect(countRunLength(Buffer.from([2, 1, 2, 3, 254, 9, 128, 127]))).toBe(6)
  })

  it('given text in ASCII85 and hexadecimal, when it is decoded, then it is the text', () => {
    expect(Buffer.from(decodeAscii85(Buffer.from('87cUR D]j7BEbo80~>')))).toEqual(Buffer.from('Hello world!'))
    expect(Buffer.from(decodeAsciiHex(Buffer.from('48 65 6C6c6F>00')))).toEqual(Buffer.from('Hello'))
  })
})
