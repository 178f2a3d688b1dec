import { PDF, PdfArray, PdfDict, type PdfObject, PdfRef } from '../libpdf.ts'
import { PdfRefused } from '../pdf-errors.ts'
import { listPages } from '../reading/listed-pages.ts'
import { type AppendedUpdate, readAppendedUpdate } from './appended-update.ts'
import { written } from './written-object.ts'

/** Sealing adds these to the catalog. */
const sealEntries = ['AcroForm', 'Perms']
const treeEntries = ['Kids', 'Count']
const noArea = '["array",0,0,0,0]'

export type StampedFile = {
  bytes: Uint8Array
  /** Its pages in order, as references. */
  pages: string[]
  catalog: string
  tree: string
}

/** Describes stamped pages. Call it before the loaded document is changed. */
export const describeStamped = (bytes: Uint8Array, pdf: PDF): StampedFile => ({
  bytes,
  pages: pdf.getPages().map(({ ref }) => written(ref)),
  catalog: written(pdf.getCatalog()),
  tree: written(pdf.getObject(treeOf(pdf)), treeEntries),
})

/**
 * What follows the stamped pages adds pages and a seal, and replaces nothing that a page is drawn from: each has the
 * instructions that were compared with the original. Tables are read strictly.
 * @param added how many pages the certificate has
 * @throws {PdfRefused} `PDF_CONTENT_LOST`
 */
export async function assertPagesUnchanged(
  sealed: Uint8Array,
  pdf: PDF,
  { stamped, added }: { stamped: StampedFile; added: number },
): Promise<void> {
  const update = readAppendedUpdate(sealed, stamped.bytes)
  const isKept =
    hasSameRoots(pdf, stamped) &&
    (await hasSamePages(pdf, stamped, update)) &&
    reachesOnlyStamped(pdf, stamped.pages.length, update)
  if (!isKept) throw new PdfRefused('PDF_CONTENT_LOST')
  await assertSameList(sealed, stamped.pages, added)
}

/** The catalog gets the seal, the page tree gets pages. Nothing of the seal is drawn: its field has no area. */
function hasSameRoots(pdf: PDF, { catalog, tree }: StampedFile): boolean {
  const fields = pdf.getForm()?.getFields() ?? []
  return (
    written(pdf.getCatalog(), sealEntries) === catalog &&
    written(pdf.getObject(treeOf(pdf)), treeEntries) === tree &&
    fields.every((field) => !field.getDict().has('AP') && written(field.getDict().getArray('Rect')) === noArea) &&
    fields.length === 1
  )
}

/** The first pages are those that were stamped. One may be written again only to move to the root of the tree. */
async function hasSamePages(pdf: PDF, { bytes, pages }: StampedFile, { replaced }: AppendedUpdate): Promise<boolean> {
  const own = pdf.getPages().slice(0, pages.length)
  if (own.map(({ ref }) => written(ref)).join() !== pages.join()) return false
  const moved = own.filter(({ ref }) => replaced.has(ref.objectNumber))
  const roots = [treeOf(pdf), catalogOf(pdf)].filter(({ objectNumber }) => replaced.has(objectNumber))
  if (moved.length + roots.length !== replaced.size) return false
  const before = moved.length > 0 ? await PDF.load(bytes) : pdf
  return moved.every(
    ({ ref, dict }) =>
      written(dict, ['Parent']) === written(before.getObject(ref), ['Parent']) &&
      written(dict.get('Parent')) === written(treeOf(pdf)),
  )
}

/** Whether they refer to none that a catalog or page tree replaces, and none that the certificate has made. */
function reachesOnlyStamped(pdf: PDF, pages: number, { size, replaced }: AppendedUpdate): boolean {
  const waiting = pdf
    .getPages()
    .slice(0, pages)
    .flatMap(({ dict }) => childrenOf(dict, ['Parent']))
  const seen = new Set<number>()
  for (let object = waiting.pop(); object; object = waiting.pop()) {
    if (!(object instanceof PdfRef)) waiting.push(...childrenOf(object))
    else if (object.objectNumber >= size || replaced.has(object.objectNumber)) return false
    else if (!seen.has(object.objectNumber)) {
      seen.add(object.objectNumber)
      const target = pdf.getObject(object)
      if (target) waiting.push(...childrenOf(target))
    }
  }
  return true
}

function childrenOf(object: PdfObject, except: readonly string[] = []): PdfObject[] {
  if (object instanceof PdfArray) return [...object]
  if (!(object instanceof PdfDict)) return []
  return [...object].flatMap(([{ value: key }, value]) => (except.includes(key) ? [] : [value]))
}

async function assertSameList(sealed: Uint8Array, stamped: readonly string[], added: number): Promise<void> {
  const pages = await listPages(sealed)
  const isSame = stamped.every((ref, index) => pages[index] === ref)
  if (!isSame || pages.length !== stamped.length + added) throw new PdfRefused('PDF_CONTENT_LOST')
}

const treeOf = (pdf: PDF): PdfRef => requireRef(pdf.getCatalog().getRef('Pages'))
const catalogOf = (pdf: PDF): PdfRef => requireRef(pdf.context.info.trailer.getRef('Root'))

function requireRef(ref: PdfRef | undefined): PdfRef {
  if (!ref) throw new PdfRefused('PDF_CONTENT_LOST')
  return ref
}
