import { useEffect, useState } from 'react'
import type { PdfFile } from './pdf-document.ts'

type Opening =
  | { readonly state: 'opening' }
  | { readonly state: 'open'; readonly file: PdfFile }
  | { readonly state: 'failed'; readonly locked: boolean }

/** Opens a PDF with pdf.js, which is fetched for it, and closes it when the screen goes. */
export function usePdf(blob: Blob): Opening {
  const [opening, setOpening] = useState<Opening>({ state: 'opening' })

  useEffect(() => {
    let wanted = true
    const opened = open(blob)
    opened.then(
      (file) => wanted && setOpening({ state: 'open', file }),
      (error) => wanted && setOpening({ state: 'failed', locked: isLocked(error) }),
    )
    return () => {
      wanted = false
      opened.then(
        (file) => file.close(),
        () => undefined,
      )
    }
  }, [blob])

  return opening
}

async function open(blob: Blob): Promise<PdfFile> {
  const [{ openPdf }, data] = await Promise.all([import('./pdf-document.ts'), blob.arrayBuffer()])
  return openPdf(data)
}

function isLocked(error: unknown): boolean {
  return error instanceof Error && error.name === 'PasswordException'
}
