import { awkwardAnnotations } from './awkward-annotations.ts'
import { awkwardFiles } from './awkward-files.ts'
import { awkwardLayers } from './awkward-layers.ts'
import { awkwardPages } from './awkward-pages.ts'
import type { AwkwardPdf } from './build-pdf.ts'

/** Every kind of page, layer, annotation and file that was found to matter. */
export const awkwardPdfs: AwkwardPdf[] = [...awkwardAnnotations, ...awkwardLayers, ...awkwardPages, ...awkwardFiles]

const sampled = new Set([
  '100 dollars on the screen, 900000 printed',
  'a stamp on a turned page that does not turn with it',
  'a check box with a look for each state',
  'a layer that is shown',
  'an XFA form beside its fields',
  'a page with /MediaBox [0 0 300 400] /CropBox [50 60 150 120] /Rotate 270',
  'a hybrid cross-reference',
  'an image with another for print',
])

/** All that are refused, which is quick to see, and one of each kind that is sealed. */
export const awkwardSamples = awkwardPdfs.filter(({ name, refused }) => refused !== undefined || sampled.has(name))
