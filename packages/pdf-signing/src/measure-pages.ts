import { seenPage } from './page-snapshot.ts'
import { openForReading } from './pdfjs.ts'

/** In points, as a person sees the page: after rotation and crop box. */
export type PageSize = { width: number; height: number }

/** How large each page of a PDF is that was taken in before. */
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
