import { type PDF, type PDFPage, PdfDict, type PdfObject, PdfStream } from '../libpdf.ts'
import { decodedData, inheritedEntry, itemsOf, pageContent, type Resolve, resolved } from '../pdf-objects.ts'
import { withoutHidden } from './hidden-content.ts'
import type { Layers } from './layers.ts'

type Context = { layers: Layers; resolve: Resolve; seen: Set<PdfObject> }

/**
 * Hides them in forms, patterns, glyphs and annotations too.
 * @throws {PdfRefused} `PDF_HAS_HIDDEN_LAYERS` when it is unclear
 */
export function hideLayers(pdf: PDF, pages: readonly PDFPage[], { layers, resolve }: Omit<Context, 'seen'>): void {
  if (!pdf.getCatalog().has('OCProperties')) return
  const context = { layers, resolve, seen: new Set<PdfObject>() }
  for (const { dict } of pages) {
    const resources = inheritedEntry(dict, 'Resources', resolve)
    hideInPage(pdf, dict, resources, context)
    hideInResources(resources, context)
    for (const annotation of itemsOf(dict.getArray('Annots', resolve), resolve))
      if (annotation instanceof PdfDict) hideInAppearances(annotation.getDict('AP', resolve), context)
  }
}

function hideInPage(pdf: PDF, page: PdfDict, resources: PdfObject | undefined, context: Context): void {
  const shown = withoutHidden(pageContent(page, context.resolve), visibilityIn(resources, context))
  if (shown) page.set('Contents', pdf.createStream({}, shown))
}

function hideInStream(stream: PdfStream, resources: PdfObject | undefined, context: Context): void {
  if (context.seen.has(stream)) return
  context.seen.add(stream)
  const own = stream.get('Resources', context.resolve) ?? resources
  const shown = withoutHidden(decodedData(stream), visibilityIn(own, context))
  if (shown) stream.setData(shown)
  if (own !== resources) hideInResources(own, context)
}

function hideInResources(resources: PdfObject | undefined, context: Context): void {
  if (!(resources instanceof PdfDict) || context.seen.has(resources)) return
  context.seen.add(resources)
  const { resolve } = context
  for (const object of entriesOf(resources.get('XObject', resolve), resolve))
    if (object instanceof PdfStream && object.getName('Subtype', resolve)?.value === 'Form')
      hideInStream(object, resources, context)
  for (const pattern of entriesOf(resources.get('Pattern', resolve), resolve))
    if (pattern instanceof PdfStream) hideInStream(pattern, resources, context)
  for (const font of entriesOf(resources.get('Font', resolve), resolve)) {
    if (!(font instanceof PdfDict)) continue
    for (const glyph of entriesOf(font.get('CharProcs', resolve), resolve))
      if (glyph instanceof PdfStream) hideInStream(glyph, font.get('Resources', resolve) ?? resources, context)
  }
}

function hideInAppearances(appearances: PdfDict | undefined, context: Context): void {
  const normal = appearances?.get('N', context.resolve)
  const streams = normal instanceof PdfStream ? [normal] : entriesOf(normal, context.resolve)
  for (const stream of streams) if (stream instanceof PdfStream) hideInStream(stream, undefined, context)
}

const entriesOf = (dict: PdfObject | undefined, resolve: Resolve): (PdfObject | null)[] =>
  dict instanceof PdfDict ? [...dict].map(([, value]) => resolved(value, resolve)) : []

/** Whether content is shown that is marked with the name of a property list. */
function visibilityIn(resources: PdfObject | undefined, { layers, resolve }: Context): (name: string) => boolean {
  const dict = resolved(resources, resolve)
  const properties = dict instanceof PdfDict ? dict.getDict('Properties', resolve) : undefined
  return (name) => layers.shows(properties?.get(name))
}
