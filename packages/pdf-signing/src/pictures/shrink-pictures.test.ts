import { describe, expect, it } from 'vitest'
import { streamPart } from '../../test/pdfs/build-pdf.ts'
import { faxSheet, flateSheet, jpegSheet, largeScan, scanOf } from '../../test/pdfs/scans.ts'
import { inspectPdf, inspectPrompt } from '../intake/inspect-pdf.ts'
import { PDF, PdfStream } from '../libpdf.ts'
import { resolverOf } from '../pdf-objects.ts'
import { estimateShrunk, shrinkPictures } from './shrink-pictures.ts'

/** On a page of 8.5 inches: 300 pixels an inch. */
const [width, height] = [2550, 3300]
/** 720 pixels wide; at 3 inches, 240 an inch. */
const small = jpegSheet(720, 720)
const atInches = (inches: number) => `q ${inches * 72} 0 0 ${inches * 72} 30 30 cm /Im1 Do Q`

/** Width, filter and colours of each picture in a file. */
async function picturesOf(bytes: Uint8Array) {
  const pdf = await PDF.load(bytes)
  const resolve = resolverOf(pdf)
  return pdf.getPages().map(({ dict }) => {
    const picture = dict.getDict('Resources', resolve)?.getDict('XObject', resolve)?.get('Im1', resolve)
    if (!(picture instanceof PdfStream)) return expect.fail('no picture')
    return {
      width: picture.getNumber('Width')?.value,
      filter: picture.getName('Filter')?.value,
      colours: picture.getName('ColorSpace')?.value,
    }
  })
}

/** A JPEG with a segment after its start. */
const withSegment = (jpeg: Buffer, segment: Buffer) => Buffer.concat([jpeg.subarray(0, 2), segment, jpeg.subarray(2)])
/** Exif: to be shown upside down, which PDF viewers ignore. */
const upsideDown = Buffer.from('ffe100224578696600004d4d002a00000008000101120003000000010003000000000000', 'hex')

describe('shrinkPictures', () => {
  it.each([
    ['a JPEG', jpegSheet(720, 720)],
    ['pixels in colour', flateSheet(720, 720)],
    ['grey levels', flateSheet(720, 720, { isGrey: true })],
    ['a JPEG of a camera that was upside down', { ...small, bytes: withSegment(small.bytes, upsideDown) }],
  ])(
    'given %s with more pixels than its page needs, when it is made smaller, then the plain copy has 150 dpi and its looks @full',
    async (_, picture) => {
      const scan = scanOf([picture], { content: atInches(2) })
      const smaller = await shrinkPictures(scan)
      expect(smaller.length).toBeLessThan(0.7 * scan.length)
      expect(await picturesOf(smaller)).toEqual([{ width: 300, filter: 'DCTDecode', colours: 'DeviceRGB' }])
      const kept = await inspectPdf(scan)
      const { plain, sha256 } = await inspectPdf(scan, { pictures: 'smaller' })
      // Not smaller if the pages would look different.
      expect(plain.length).toBeLessThan(0.7 * kept.plain.length)
      expect(sha256).toBe(kept.sha256)
    },
  )

  const image = (entries: string) => ({ ...small, entries: `${small.entries} ${entries}` })
  it.each([
    ['is shown at 200 dpi', scanOf([small], { content: atInches(3.6) })],
    ['is shown small, and large on the same page', scanOf([small], { content: atInches(2) + atInches(7) })],
    ['has a mask of colours', scanOf([image('/Mask [0 5 0 5 0 5]')], { content: atInches(2) })],
    ['has inverted levels', scanOf([image('/Decode [1 0 1 0 1 0]')], { content: atInches(2) })],
    [
      'says other colours than it has',
      scanOf([{ ...small, entries: small.entries.replace('RGB', 'CMYK') }], { content: atInches(2) }),
    ],
    [
      'says another size than it has',
      scanOf([{ ...small, entries: small.entries.replace('/Width 720', '/Width 700') }], { content: atInches(2) }),
    ],
    ['is damaged', scanOf([{ ...small, bytes: Buffer.alloc(90_000, 7) }], { content: atInches(2) })],
    ['is a fax', scanOf([faxSheet(width, height)])],
    [
      'an annotation shows too',
      scanOf([small], {
        content: atInches(2),
        page: '/Annots [<< /Type /Annot /Subtype /Stamp /F 4 /Rect [50 50 550 550] /AP << /N 6 0 R >> >>]',
        more: [
          streamPart('500 0 0 500 0 0 cm /Im1 Do', {
            entries: '/Type /XObject /Subtype /Form /BBox [0 0 500 500] /Resources << /XObject << /Im1 5 0 R >> >> ',
          }),
        ],
      }),
    ],
    [
      'is in a signed document',
      scanOf([small], {
        content: atInches(2),
        catalog:
          '/AcroForm << /SigFlags 3 /Fields [<< /FT /Sig /T (s) /V 6 0 R /Type /Annot /Subtype /Widget /Rect [0 0 0 0] >>] >>',
        more: ['<< /Type /Sig /Filter /Adobe.PPKLite /ByteRange [0 1 2 3] /Contents <00> >>'],
      }),
    ],
    [
      'is in a document that a signature certifies',
      scanOf([small], {
        content: atInches(2),
        catalog: '/Perms << /DocMDP 6 0 R >>',
        more: ['<< /Type /Sig /Contents <00> >>'],
      }),
    ],
  ])('given a picture that %s, when pictures are made smaller, then the file stays byte for byte', async (_, scan) => {
    expect(await shrinkPictures(scan)).toBe(scan)
    expect(await estimateShrunk(scan)).toBe(scan.length)
  })

  it('given words and lines beside a picture in a form, when it is made smaller, then only the picture is other @full', async () => {
    const content =
      'BT /F1 12 Tf 72 700 Td (Policy 4711) Tj ET 72 600 m 300 600 l S q .5 0 0 .5 0 0 cm 2 0 0 2 0 0 cm 144 0 0 144 30 30 cm /Im1 Do Q'
    const { plain } = await inspectPdf(scanOf([small, jpegSheet(720, 720, 2)], { content }), { pictures: 'smaller' })
    expect((await picturesOf(plain)).map((picture) => picture.width)).toEqual([300, 300])
    const [page] = (await PDF.load(plain)).getPages()
    expect(page?.extractText().text).toContain('Policy 4711')
  })

  it('given a large scan, when its sender is to be asked, then the answer says about how small it becomes; without the question it is taken as it is @full', async () => {
    const scan = largeScan()
    expect(scan.length).toBeGreaterThan(10 * 2 ** 20)
    const limit = { pages: 40, bytes: 5 * 2 ** 20 }
    const { smaller = 0, ...found } = { smaller: undefined, ...(await inspectPrompt(scan, limit, { pictures: 'ask' })) }
    expect(found).toEqual({ pages: 1 })
    expect(smaller / (await shrinkPictures(scan)).length).toBeCloseTo(1, 1)
    expect(await inspectPrompt(scan, limit)).toEqual({ pages: 1, smaller: undefined })
    const faxes = scanOf(
      Array.from({ length: 2 }, () => faxSheet(width, height)),
      { more: [streamPart(Buffer.alloc(11 * 2 ** 20))] },
    )
    expect(await inspectPrompt(faxes, limit, { pictures: 'ask' })).toEqual({ pages: 2, smaller: undefined })
  })
})
