import { PDF, type PDFImage } from '../libpdf.ts'
import { PdfTaskFailed } from '../pdf-errors.ts'

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const maxBytes = 1_000_000
const maxPixels = 4_000_000

/** Whether it is a PNG of bounded size, by its header: a small file can decode to a huge picture. */
export function hasBoundedSize(png: Uint8Array): boolean {
  const bytes = Buffer.from(png.buffer, png.byteOffset, png.byteLength)
  if (bytes.length <= 33 || bytes.length > maxBytes || !bytes.subarray(0, 8).equals(pngSignature)) return false
  const pixels = bytes.readUInt32BE(16) * bytes.readUInt32BE(20)
  return pixels > 0 && pixels <= maxPixels
}

/** @throws {PdfTaskFailed} `SEAL_INPUT_INVALID` when it is not a PNG, too large, or damaged */
export function embedSignatureImage(pdf: PDF, png: Uint8Array): PDFImage {
  if (!hasBoundedSize(png)) throw new PdfTaskFailed('SEAL_INPUT_INVALID')
  try {
    return pdf.embedPng(png)
  } catch (cause) {
    throw new PdfTaskFailed('SEAL_INPUT_INVALID', { cause })
  }
}

export function isDrawableImage(png: Uint8Array): boolean {
  try {
    embedSignatureImage(PDF.create(), png)
    return true
  } catch (error) {
    if (error instanceof PdfTaskFailed) return false
    throw error
  }
}
