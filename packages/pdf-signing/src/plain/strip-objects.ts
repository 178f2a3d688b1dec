import { type PDF, PdfArray, PdfDict, PdfName, PdfNumber, type PdfObject, PdfStream } from '../libpdf.ts'
import { type Resolve, resolved } from '../pdf-objects.ts'
import type { Layers } from './layers.ts'

/** Other entries of the catalog are interactive, alternative representations, or viewer settings. */
const catalogKeys = ['Type', 'Version', 'Pages', 'PageLabels', 'Lang', 'MarkInfo', 'StructTreeRoot']
const pageKeys = [
  ...['Type', 'Parent', 'Resources', 'MediaBox', 'CropBox', 'Contents', 'Rotate', 'UserUnit', 'Group'],
  'StructParents',
]
const pageTreeKeys = ['Type', 'Parent', 'Kids', 'Count']

/** Alternative images for print, private data of producers, layers, attached files, external content, PostScript. */
const streamKeys = [
  ...['Alternates', 'OPI', 'OC', 'AF', 'Metadata', 'PieceInfo', 'LastModified', 'Measure', 'PtData'],
  ...['Ref', 'PS', 'Subtype2', 'F', 'FFilter', 'FDecodeParms'],
]
/** Settings that only affect print: overprint, transfer functions, halftones, black generation. */
const graphicsStateKeys = ['OP', 'op', 'OPM', 'TR', 'TR2', 'HT', 'HTO', 'BG', 'BG2', 'UCR', 'UCR2', 'HTP']
const structureKeys = ['AF', 'Schema', 'PronunciationLexicon', 'Ref']

/** All but page content; flatten annotations and hide layers first. @throws {PdfRefused} for an unclear layer */
export function stripObjects(pdf: PDF, resolve: Resolve, layers: Layers): void {
  const catalog = pdf.getCatalog()
  keepOnly(catalog, catalogKeys)
  for (const page of pdf.getPages()) keepOnly(page.dict, pageKeys)
  const seen = new Set<PdfObject>()
  const waiting: PdfObject[] = [catalog]
  for (let object = waiting.pop(); object; object = waiting.pop()) {
    if (seen.has(object)) continue
    seen.add(object)
    if (object instanceof PdfDict) stripDictionary(object, resolve, layers)
    if (object instanceof PdfArray) removeFrom(object, resolve, isAnnotationReference)
    for (const child of childrenOf(object)) {
      const target = resolved(child, resolve)
      if (target instanceof PdfDict || target instanceof PdfArray) waiting.push(target)
    }
  }
}

function childrenOf(object: PdfObject): PdfObject[] {
  if (object instanceof PdfArray) return [...object]
  return object instanceof PdfDict ? [...object].map(([, value]) => value) : []
}

function stripDictionary(dict: PdfDict, resolve: Resolve, layers: Layers): void {
  const type = dict.getName('Type', resolve)?.value
  if (type === 'Pages') keepOnly(dict, pageTreeKeys)
  if (dict instanceof PdfStream) stripStream(dict, resolve, layers)
  else if (type === 'StructTreeRoot' || (dict.has('S') && dict.has('P'))) removeKeys(dict, structureKeys)
  // A file specification keeps its name and loses the embedded file.
  if (type === 'Filespec' || dict.getString('F') || dict.getString('UF')) dict.delete('EF')
  if (isAnnotationReference(dict.get('K', resolve), resolve)) dict.delete('K')
  stripProperties(dict.get('Properties', resolve), resolve)
  const states = dict.get('ExtGState', resolve)
  if (!(states instanceof PdfDict)) return
  // A shading pattern has one state here; resources have several, by name.
  if (dict.has('PatternType')) removeKeys(states, graphicsStateKeys)
  else for (const [, state] of states) removeKeys(resolved(state, resolve), graphicsStateKeys)
}

function stripStream(stream: PdfStream, resolve: Resolve, layers: Layers): void {
  const isDrawn = stream.getName('Subtype', resolve)?.value !== 'PS' && layers.shows(stream.get('OC'))
  removeKeys(stream, streamKeys)
  if (isDrawn) return
  // An empty form: what draws it finds it, and nothing is drawn.
  for (const { value } of [...stream.keys()]) stream.delete(value)
  stream.set('Type', PdfName.of('XObject'))
  stream.set('Subtype', PdfName.of('Form'))
  stream.set('BBox', new PdfArray([0, 0, 0, 0].map((value) => PdfNumber.of(value))))
  stream.setData(new Uint8Array())
}

/** Replaces property lists that make marked content optional by empty ones. */
function stripProperties(properties: PdfObject | undefined, resolve: Resolve): void {
  if (!(properties instanceof PdfDict)) return
  for (const [name, value] of [...properties]) {
    const list = resolved(value, resolve)
    const type = list instanceof PdfDict ? list.getName('Type', resolve)?.value : undefined
    if (type === 'OCG' || type === 'OCMD') properties.set(name, new PdfDict())
  }
}

/** The structure tree also refers to annotations, which would keep them in the file. */
function isAnnotationReference(object: PdfObject | undefined, resolve: Resolve): boolean {
  const target = resolved(object, resolve)
  return target instanceof PdfDict && target.getName('Type', resolve)?.value === 'OBJR'
}

function removeFrom(
  array: PdfArray,
  resolve: Resolve,
  isUnwanted: (item: PdfObject | undefined, resolve: Resolve) => boolean,
): void {
  for (let index = array.length - 1; index >= 0; index -= 1) {
    if (isUnwanted(array.at(index), resolve)) array.remove(index)
  }
}

function removeKeys(object: PdfObject | null, keys: readonly string[]): void {
  if (object instanceof PdfDict) for (const key of keys) object.delete(key)
}

function keepOnly(dict: PdfDict, keys: readonly string[]): void {
  for (const { value } of [...dict.keys()]) if (!keys.includes(value)) dict.delete(value)
}
