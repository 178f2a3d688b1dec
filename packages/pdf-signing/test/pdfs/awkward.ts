import { awkwardAnnotations } from './awkward-annotations.ts'
import { awkwardFiles } from './awkward-files.ts'
import { awkwardLayers } from './awkward-layers.ts'
import { awkwardPages } from './awkward-pages.ts'
import type { AwkwardPdf } from './build-pdf.ts'

/** Every kind of page, layer, annotation and file that was found to matter. */
export const awkwardPdfs: AwkwardPdf[] = [...awkwardAnnotations, ...awkwardLayers, ...awkwardPages, ...awkwardFiles]

const sampled = new Set([
  '100 dollars on the screen, 900000 printed',
  'a check box with a look for each state',
  'a layer that is shown',
  'a page with /MediaBox [0 0 300 400] /CropBox [50 60 150 120] /Rotate 270',
])

/** All that are refused, which is quick to see, and some that are sealed. */
export const awkwardSamples = awkwardPdfs.filter(({ name, refused }) => refused !== undefined || sampled.has(name))
