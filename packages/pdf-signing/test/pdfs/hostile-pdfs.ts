import { deflateSync } from 'node:zlib'
import { onePagePdf, streamPart } from './build-pdf.ts'

const megabyte = 2 ** 20
const withX = '/MediaBox [0 0 612 792] /Resources << /XObject << /X 5 0 R >> >>'

const deflated = (megabytes: number): Buffer => deflateSync(Buffer.alloc(megabytes * megabyte, ' '))
const flate = '/Filter /FlateDecode '

/** A content stream that inflates to so many megabytes. */
export const inflatingPdf = (megabytes = 200): Uint8Array =>
  onePagePdf({ content: streamPart(deflated(megabytes), { entries: flate }) })

/** The same, in a few kilobytes: what it inflates to is a Flate stream again. */
export const twiceInflatingPdf = (filters = '[/FlateDecode /FlateDecode]', more: string[] = []): Uint8Array =>
  onePagePdf({ content: streamPart(deflateSync(deflated(400)), { entries: `/Filter ${filters} ` }), more })

/** An object stream that inflates to so many megabytes. */
export const objectStreamPdf = (megabytes = 200): Uint8Array =>
  onePagePdf({ more: [streamPart(deflated(megabytes), { entries: `/Type /ObjStm /N 1 /First 10 ${flate}` })] })

/** Streams that are within what one may have, and together above what all may. */
export const manyStreamsPdf = (): Uint8Array =>
  onePagePdf({ more: Array.from({ length: 4 }, () => streamPart(deflated(90), { entries: flate })) })

/** Pairs of bytes, each of which stands for a run of 128. */
export const runLengthPdf = (): Uint8Array =>
  onePagePdf({
    content: streamPart(Buffer.alloc(2 * megabyte, Buffer.from([129, 32])), { entries: '/Filter /RunLengthDecode ' }),
  })

/** LZW whose codes stand for one byte more each: 4,000 of them for 7 MB. */
export function lzwPdf(): Uint8Array {
  const bits: string[] = []
  const put = (code: number, width: number) => bits.push(code.toString(2).padStart(width, '0'))
  let width = 9
  for (let round = 0; round < 20; round += 1) {
    put(256, width)
    width = 9
    put(32, width)
    for (let code = 258; code < 4094; code += 1) {
      put(code, width)
      if (code + 2 >= 2 ** width && width < 12) width += 1
    }
  }
  const text = bits.join('')
  const bytes = Buffer.from(text.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? [])
  return onePagePdf({ content: streamPart(bytes, { entries: '/Filter /LZWDecode ' }) })
}

/** A picture of so many pixels a side, in a few bytes. */
export const hugeImagePdf = (side = 60_000): Uint8Array => onePagePdf({ ...showsX, more: [image(side, 1)] })

/** Pictures of 16 million pixels, hundreds of them on a page: minutes of work in as many kilobytes. */
export function slowPdf(): Uint8Array {
  const names = Array.from({ length: 400 }, (_, n) => `/X${n} ${5 + n} 0 R`).join(' ')
  return onePagePdf({
    content: `612 0 0 792 0 0 cm ${names.replaceAll(/ \d+ 0 R/g, ' Do')}`,
    page: `/MediaBox [0 0 612 792] /Resources << /XObject << ${names} >> >>`,
    more: Array.from({ length: 400 }, () => image(4_000, 8)),
  })
}

/** Forms that draw forms, ten of them each, nine deep. */
export function laughingPdf(): Uint8Array {
  const forms = Array.from({ length: 9 }, (_, n) => {
    const resources = `/Resources << /XObject << /X ${6 + n} 0 R >> >> `
    const content = n < 8 ? '/X Do\n'.repeat(10) : '0 0 10 10 re f'
    return streamPart(content, {
      entries: `/Type /XObject /Subtype /Form /BBox [0 0 612 792] ${n < 8 ? resources : ''}`,
    })
  })
  return onePagePdf({ content: '/X Do\n'.repeat(10), page: withX, more: forms })
}

const showsX = { content: '612 0 0 792 0 0 cm /X Do', page: withX }

const image = (side: number, bits: number): Buffer =>
  streamPart(deflateSync(Buffer.alloc(1_000)), {
    entries: `/Type /XObject /Subtype /Image /Width ${side} /Height ${side} /BitsPerComponent ${bits} /ColorSpace /Device${bits === 1 ? 'Gray' : 'RGB'} ${flate}`,
  })
