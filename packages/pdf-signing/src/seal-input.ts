import type { CertificateData } from './certificate-data.ts'
import type { SeenPage } from './page-geometry.ts'
import { PdfTaskFailed } from './pdf-task-failed.ts'
import type { SealKey } from './seal-key.ts'
import type { Stamp } from './stamp.ts'

export type SealInput = {
  original: Uint8Array
  stamps: Stamp[]
  /** One line at the top edge of every page that has room for it. */
  mark?: string
  certificate: CertificateData
  sealKey: SealKey
  /** RFC 3161 time-stamp authority: raises the signature from PAdES B-B to B-T. */
  tsaUrl?: string
}

/** `pages` counts the certificate too; `replaced` lists characters that no font has (`U+XXXX`), shown as a mark. */
export type Sealed = { pdf: Uint8Array; sha256: string; pages: number; replaced: string[] }

/** @throws {PdfTaskFailed} `SEAL_INPUT_INVALID` when a stamp is not on a page that the document has */
export function assertStampsOnPages(stamps: readonly Stamp[], pages: readonly SeenPage[]): void {
  for (const { page, x, y, width, height } of stamps) {
    const seen = pages[page]
    const fits = seen && x >= 0 && y >= 0 && x + width <= seen.width + 1 && y + height <= seen.height + 1
    if (!fits || !(width > 0) || !(height > 0)) throw new PdfTaskFailed('SEAL_INPUT_INVALID')
  }
}
