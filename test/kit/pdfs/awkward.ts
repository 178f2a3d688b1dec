import { awkwardAnnotations } from './awkward-annotations.ts'
import { awkwardFiles } from './awkward-files.ts'
import { awkwardLayers } from './awkward-layers.ts'
import { awkwardPages } from './awkward-pages.ts'
import type { AwkwardPdf } from './build-pdf.ts'

/** Every kind of page, layer, annotation and file that was found to matter. */
export const awkwardPdfs: AwkwardPdf[] = [...awkwardAnnotations, ...awkwardLayers, ...awkwardPages, ...awkwardFiles]
