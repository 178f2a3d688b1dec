/**
 * The only door to `@libpdf/core`, so that an upgrade is read and tested in one place.
 *
 * Pinned at 0.4.2. What callers must know about it:
 * - drawing on a page that inherits `/Resources` empties them: call `preparePage` first;
 * - built-in fonts drop characters outside WinAnsi: draw with `FontSet` alone;
 * - `sign()` embeds whole fonts: save with `subsetFonts`, load again, then sign;
 * - it cannot verify a signature: `assertSealVerifies` does.
 */
export {
  type EmbeddedFont,
  HttpTimestampAuthority,
  ops,
  P12Signer,
  PDF,
  type PDFImage,
  type PDFPage,
  PdfArray,
  PdfDict,
  PdfName,
  PdfNumber,
  type PdfObject,
  PdfRef,
  PdfStream,
  PdfString,
  rgb,
  SecurityError,
  type Signer,
  type TimestampAuthority,
} from '@libpdf/core'
