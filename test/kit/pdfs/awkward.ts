import type { PdfRefusalCode } from '@agency/pdf-signing/pdf-errors'
import { awkwardAnnotations } from './awkward-annotations.ts'
import { awkwardFiles } from './awkward-files.ts'
import { awkwardLayers } from './awkward-layers.ts'
import { awkwardPages } from './awkward-pages.ts'

/** A PDF that is hard to sign, and what must become of it. */
export type AwkwardPdf = {
  name: string
  make: () => Uint8Array | Promise<Uint8Array>
  /** The codes it may be refused with; sealed without. */
  refused?: PdfRefusalCode[]
  /** Words that the sealed pages have, or that are gone from the whole file. */
  shows?: string[]
  hides?: string[]
}

/** Every kind of page, layer, annotation and file that was found to matter. */
export const awkwardPdfs: AwkwardPdf[] = [...awkwardAnnotations, ...awkwardLayers, ...awkwardPages, ...awkwardFiles]
