import { PDF, PdfArray, PdfDict, type PdfObject, PdfRef } from '../libpdf.ts'
import { idOf, type Resolve, resolverOf } from '../pdf-objects.ts'
import type { PlacedWidget } from './placed-widget.ts'

/** A larger structure tree is not read. */
const mostNodes = 500_000

/** ISO 32000-2, 12.5: by rows, columns or the structure tree if the page's `/Tabs` says so, else as annotations are. */
export async function inTabOrder(bytes: Uint8Array, placed: readonly PlacedWidget[]): Promise<PlacedWidget[]> {
  const pages = [...new Set(placed.map(({ page }) => page))].sort((a, b) => a - b)
  const tabs = await readTabs(bytes)
  return pages.flatMap((page) => {
    const own = placed.filter((each) => each.page === page)
    const order = tabs?.ofPage[page]
    if (order === 'R') return own.toSorted(byRow)
    if (order === 'C') return own.toSorted(byColumn)
    if (order !== 'S' || !tabs) return own
    const last = Number.POSITIVE_INFINITY
    const placeOf = ({ widget }: PlacedWidget) => tabs.structure().get(widget.id) ?? last
    return own.toSorted((a, b) => (placeOf(a) === placeOf(b) ? 0 : placeOf(a) - placeOf(b)))
  })
}

const byRow = (a: PlacedWidget, b: PlacedWidget) => rowOf(a) - rowOf(b) || a.box.x - b.box.x
const byColumn = (a: PlacedWidget, b: PlacedWidget) => a.box.x - b.box.x || a.box.y - b.box.y
/** Fields of a row are seldom at exactly one height. */
const rowOf = ({ box }: PlacedWidget) => Math.round((box.y + box.height / 2) / 8)

async function readTabs(bytes: Uint8Array) {
  const pdf = await load(bytes)
  if (!pdf) return undefined
  const resolve = resolverOf(pdf)
  let read: ReadonlyMap<string, number> | undefined
  const structure = () => {
    read ??= structureOrder(pdf.getCatalog().get('StructTreeRoot', resolve), resolve)
    return read
  }
  return { ofPage: pdf.getPages().map(({ dict }) => dict.getName('Tabs', resolve)?.value), structure }
}

/** A file that libpdf cannot read is refused later, with the reason. */
async function load(bytes: Uint8Array): Promise<PDF | undefined> {
  try {
    return await PDF.load(bytes)
  } catch {
    return undefined
  }
}

/** The position of each annotation in the structure tree, by its id as pdf.js writes it. */
function structureOrder(root: PdfObject | undefined, resolve: Resolve): ReadonlyMap<string, number> {
  const order = new Map<string, number>()
  const seen = new Set<PdfObject>()
  const waiting: (PdfObject | undefined)[] = [root]
  while (waiting.length > 0 && seen.size < mostNodes) {
    const next = waiting.pop()
    const node = next instanceof PdfRef ? resolve(next) : next
    if (!node || seen.has(node)) continue
    if (node instanceof PdfArray) for (const item of [...node].reverse()) waiting.push(item)
    if (!(node instanceof PdfDict)) continue
    seen.add(node)
    const annotation = node.getRef('Obj')
    if (annotation) order.set(idOf(annotation), order.size)
    waiting.push(node.get('K'))
  }
  return order
}
