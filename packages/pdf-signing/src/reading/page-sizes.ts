import { openForReading } from './open-pdf.ts'
import { seenPage } from './page-snapshot.ts'

/** In points, as a viewer shows the page: after rotation and crop box. */
export type PageSize = { width: number; height: number }

export async function measurePages(bytes: Uint8Array): Promise<PageSize[]> {
  const document = await openForReading(bytes)
  try {
    const pages: PageSize[] = []
    for (let number = 1; number <= document.numPages; number += 1) {
      const { width, height } = seenPage(await document.getPage(number))
      pages.push({ width, height })
    }
    return pages
  } finally {
    await document.loadingTask.destroy()
  }
}
