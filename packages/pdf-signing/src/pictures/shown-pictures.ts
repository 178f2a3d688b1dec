import { type PDF, PdfArray, PdfDict, type PdfObject, PdfStream } from '../libpdf.ts'
import {
  decodedData,
  inheritedEntry,
  itemsOf,
  numbersOf,
  pageContent,
  type Resolve,
  resolved,
  resolverOf,
} from '../pdf-objects.ts'
import type { Matrix } from '../plain/annotation-appearance.ts'
import { isWord, type Token, tokensOf } from '../plain/content-tokens.ts'

const pointsPerInch = 72
// Forms in forms; deeper ones are not looked into, and neither are those of a page that draws very many.
const deepestForm = 8
const mostForms = 2_000

type Walk = { resolve: Resolve; shown: Map<PdfStream, number>; left: number }

/** The least resolution of each picture; none that patterns, glyphs, annotations or inline pictures may draw too. */
export function shownPictures(pdf: PDF): Map<PdfStream, number> {
  const resolve = resolverOf(pdf)
  const walk: Walk = { resolve, shown: new Map(), left: mostForms }
  const otherwise = new Set<PdfObject>()
  for (const { dict } of pdf.getPages()) {
    const resources = resolved(inheritedEntry(dict, 'Resources', resolve), resolve)
    const unit = dict.getNumber('UserUnit', resolve)?.value ?? 1
    const content = pageContent(dict, resolve)
    drawContent({ content, resources, matrix: [unit, 0, 0, unit, 0, 0], depth: 0 }, walk)
    for (const annotation of itemsOf(dict.getArray('Annots', resolve), resolve))
      if (annotation instanceof PdfDict) collect(annotation.get('AP', resolve), otherwise, resolve)
    collectOtherResources(resources, otherwise, resolve)
  }
  for (const object of otherwise) if (object instanceof PdfStream) walk.shown.delete(object)
  // What was not looked into may draw any picture.
  return walk.left < 0 ? new Map() : walk.shown
}

type Drawn = { content: Uint8Array; resources: PdfObject | null; matrix: Matrix; depth: number }

/** Follows the operators `q`, `Q`, `cm` and `Do` (ISO 32000-2, 8.4.4 and 8.8). */
function drawContent({ content, resources, matrix, depth }: Drawn, walk: Walk): void {
  const { resolve } = walk
  const objects = resources instanceof PdfDict ? resources.getDict('XObject', resolve) : undefined
  const saved: Matrix[] = []
  let current = matrix
  let operands: Token[] = []
  for (const token of tokensOf(content)) {
    if (isWord(content, token, 'q')) saved.push(current)
    else if (isWord(content, token, 'Q')) current = saved.pop() ?? matrix
    else if (isWord(content, token, 'cm')) current = multiplied(matrixOf(content, operands), current)
    else if (isWord(content, token, 'Do')) {
      const object = resolved(objects?.get(nameOf(content, operands.at(-1))), resolve)
      if (object instanceof PdfStream) drawObject(object, { content, resources, matrix: current, depth }, walk)
    } else {
      operands.push(token)
      if (operands.length > 6) operands.shift()
      continue
    }
    operands = []
  }
}

function drawObject(object: PdfStream, { resources, matrix, depth }: Drawn, walk: Walk): void {
  const { resolve, shown } = walk
  const kind = object.getName('Subtype', resolve)?.value
  if (kind === 'Image') {
    shown.set(object, Math.min(shown.get(object) ?? Number.POSITIVE_INFINITY, resolutionOf(object, matrix, resolve)))
  } else if (kind === 'Form') {
    walk.left -= 1
    if (depth >= deepestForm) walk.left = -1
    if (walk.left < 0) return
    const own = numbersOf(object, 'Matrix', resolve)
    const form = own.length === 6 ? multiplied(asMatrix(own), matrix) : matrix
    const drawn = { content: decodedData(object), resources: object.get('Resources', resolve) ?? resources }
    drawContent({ ...drawn, matrix: form, depth: depth + 1 }, walk)
  }
}

/** A picture is drawn into the unit square. */
function resolutionOf(picture: PdfStream, [a, b, c, d]: Matrix, resolve: Resolve): number {
  const width = picture.getNumber('Width', resolve)?.value ?? 0
  const height = picture.getNumber('Height', resolve)?.value ?? 0
  return Math.min(width / Math.hypot(a, b), height / Math.hypot(c, d)) * pointsPerInch
}

const nameOf = (content: Uint8Array, token: Token | undefined): string =>
  token ? Buffer.from(content.subarray(token.start + 1, token.end)).toString('latin1') : ''

const matrixOf = (content: Uint8Array, operands: readonly Token[]): Matrix =>
  asMatrix(operands.map(({ start, end }) => Number(Buffer.from(content.subarray(start, end)).toString('latin1'))))

const asMatrix = ([a = 0, b = 0, c = 0, d = 0, e = 0, f = 0]: readonly number[]): Matrix => [a, b, c, d, e, f]

const multiplied = ([a, b, c, d, e, f]: Matrix, by: Matrix): Matrix => [
  a * by[0] + b * by[2],
  a * by[1] + b * by[3],
  c * by[0] + d * by[2],
  c * by[1] + d * by[3],
  e * by[0] + f * by[2] + by[4],
  e * by[1] + f * by[3] + by[5],
]

/** Patterns, glyphs and masks of resources. */
function collectOtherResources(resources: PdfObject | null, found: Set<PdfObject>, resolve: Resolve): void {
  if (!(resources instanceof PdfDict)) return
  for (const key of ['Pattern', 'Font', 'ExtGState']) collect(resources.get(key, resolve), found, resolve)
}

function collect(object: PdfObject | undefined, found: Set<PdfObject>, resolve: Resolve): void {
  const waiting = [resolved(object, resolve)]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next === null || found.has(next)) continue
    found.add(next)
    const children = next instanceof PdfArray ? [...next] : next instanceof PdfDict ? [...next].map(([, v]) => v) : []
    waiting.push(...children.map((child) => resolved(child, resolve)))
  }
}
