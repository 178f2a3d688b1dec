import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { getDocument, type PDFDocumentProxy, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'

const root = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))

/** No scripts, XFA or network. Close it with `document.loadingTask.destroy()`. @throws as pdf.js */
export function openForReading(bytes: Uint8Array, password?: string): Promise<PDFDocumentProxy> {
  return getDocument({
    ...(password === undefined ? {} : { password }),
    // A copy, since pdf.js transfers the buffer, and no Buffer, since pdf.js rejects those.
    data: new Uint8Array(bytes),
    cMapUrl: `${root}/cmaps/`,
    iccUrl: `${root}/iccs/`,
    standardFontDataUrl: `${root}/standard_fonts/`,
    wasmUrl: `${root}/wasm/`,
    enableXfa: false,
    // Keeps the font programs, which drawing instructions are compared with.
    fontExtraProperties: true,
    // See `JpegDigest`: pdf.js asks for it once in a process, for all documents.
    isImageDecoderSupported: true,
    useSystemFonts: false,
    useWorkerFetch: false,
    verbosity: VerbosityLevel.ERRORS,
  }).promise
}
