import { deflateSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { scanOf } from '../../test/pdfs/scans.ts'
import { assertBounded } from './bounded-pdf.ts'

const picture8 = (width: number, height: number) =>
  `/Width ${width} /Height ${height} /BitsPerComponent 8 /ColorSpace /DeviceRGB /Filter /FlateDecode `
const flatePicture = (width: number, height: number) => ({
  bytes: deflateSync(Buffer.alloc(width * height * 3)),
  entries: picture8(width, height),
})

it('given a scan of twelve uncompressed pages in colour, when it is looked at, then its pixels may have 300 MB', async () => {
  const scan = scanOf(Array.from({ length: 12 }, () => flatePicture(2550, 3300)))
  await expect(assertBounded(scan)).resolves.toBeUndefined()
})

it('given as many streams that hold more than the pixels they say, when they are looked at, then they are turned down', async () => {
  const scan = scanOf(Array.from({ length: 12 }, () => ({ ...flatePicture(2550, 3300), entries: picture8(100, 100) })))
  await expect(assertBounded(scan)).rejects.toMatchObject({ code: 'PDF_TOO_COMPLEX' })
})
