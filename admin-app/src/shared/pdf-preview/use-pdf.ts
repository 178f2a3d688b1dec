import { useEffect, useState } from 'react'
import type { PdfFile } from './pdf-document'

type Opening = 'opening' | 'locked' | 'broken' | PdfFile

/** Opens a PDF with pdf.js, which is fetched for it, and closes it when it is no longer shown. */
export function usePdf(file: Blob): Opening {
  const [opening, setOpening] = useState<Opening>('opening')
  useEffect(() => {
    let wanted = true
    const opened = import('./pdf-document').then(({ openPdf }) => openPdf(file))
    opened.then(
      (pdf) => wanted && setOpening(pdf),
      (error) => wanted && setOpening(isLocked(error) ? 'locked' : 'broken'),
    )
    return () => {
      wanted = false
      opened.then(
        (pdf) => pdf.close(),
        () => undefined,
      )
    }
  }, [file])
  return opening
}

const isLocked = (error: unknown): boolean => error instanceof Error && error.name === 'PasswordException'
