import type { PdfLoss } from '@agency/contract/pdf-checks'
import type { AcceptableLoss } from '../page-losses.ts'
import { PdfRefused } from '../pdf-errors.ts'
import { assertContentKept } from '../reading/content-guard.ts'
import { assertOnlyPages } from '../reading/listed-pages.ts'
import { openForReading } from '../reading/open-pdf.ts'
import type { Box } from '../reading/page-geometry.ts'
import { type PageSnapshot, SnapshotReader } from '../reading/page-snapshot.ts'

type ReadOptions = {
  /** Where a page may look different: the empty fields, which each viewer draws in its own way with NeedAppearances. */
  fields: readonly (Box & { page: number })[]
  accepted: readonly PdfLoss[]
}

/**
 * Checks with another parser that only pages are left, and that they look as in the upload outside empty fields. The
 * first page is always read, also as printed, since the trial seal leaves its stamps out. If something may be lost, all
 * are.
 * @returns with the accepted losses that were found
 * @throws {PdfRefused} `PDF_CONTENT_LOST`
 */
export async function readPlain(
  plain: Uint8Array,
  shown: readonly PageSnapshot[],
  { fields, accepted }: ReadOptions,
): Promise<{ pages: PageSnapshot[]; losses: AcceptableLoss[] }> {
  const isChanged = ({ drawnNotes, source: { index } }: PageSnapshot) =>
    accepted.length > 0 || index === 0 || drawnNotes > 0
  const pages = await readPages(plain, shown, isChanged)
  const losses = await compareShown(plain, shown, { fields, accepted, isChanged })
  await assertContentKept(plain, pages.slice(0, 1), { stamps: [], pages: shown.length })
  return { pages, losses }
}

/** Compares those pages of the upload that `isChanged` names; without it, all of them. As `readPlain` otherwise. */
export function compareShown(
  plain: Uint8Array,
  shown: readonly PageSnapshot[],
  { fields, accepted, isChanged = () => true }: ReadOptions & { isChanged?: (page: PageSnapshot) => boolean },
): Promise<AcceptableLoss[]> {
  const displayed = { stamps: fields, pages: shown.length, intent: 'display', accepted } as const
  return assertContentKept(plain, shown.filter(isChanged), displayed)
}

async function readPages(
  plain: Uint8Array,
  shown: readonly PageSnapshot[],
  isChanged: (page: PageSnapshot) => boolean,
): Promise<PageSnapshot[]> {
  const document = await openForReading(plain)
  try {
    await assertOnlyPages(document)
    if (await document.getFieldObjects()) throw new PdfRefused('PDF_CONTENT_LOST')
    if (document.numPages !== shown.length) throw new PdfRefused('PDF_CONTENT_LOST')
    const reader = new SnapshotReader(document, plain)
    const pages: PageSnapshot[] = []
    for (const page of shown) {
      pages.push(isChanged(page) ? await reader.read(page.source.index, page.content.kind) : { ...page, notes: 0 })
    }
    return pages
  } finally {
    await document.loadingTask.destroy()
  }
}
