/**
 * The only import of `@libpdf/core`, so that an upgrade is reviewed in one place.
 *
 * Pinned at 0.4.2. Known hazards:
 * - drawing on a page that inherits `/Resources` empties them: call `preparePage` first;
 * - built-in fonts drop characters outside WinAnsi: draw with `FontSet` only;
 * - `sign()` embeds whole fonts: save with `subsetFonts`, load again, then sign;
 * - it cannot verify a signature: use `assertSealVerifies`.
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
  PdfBool,
  PdfDict,
  PdfName,
  PdfNull,
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
