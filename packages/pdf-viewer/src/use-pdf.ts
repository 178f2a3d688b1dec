import { useEffect, useState } from 'react'
import type { PdfFile } from './pdf-document.ts'

export type Opening = 'opening' | 'locked' | 'broken' | PdfFile

/** Opens a PDF and closes it on unmount. pdf.js is loaded with the first PDF. */
export function usePdf(file: Blob): Opening {
  const [opening, setOpening] = useState<Opening>('opening')
  useEffect(() => {
    let isMounted = true
    const opened = import('./pdf-document.ts').then(({ openPdf }) => openPdf(file))
    opened.then(
      (pdf) => isMounted && setOpening(pdf),
      (error) => isMounted && setOpening(isLocked(error) ? 'locked' : 'broken'),
    )
    return () => {
      isMounted = false
      opened.then(
        (pdf) => pdf.close(),
        () => undefined,
      )
    }
  }, [file])
  return opening
}

const isLocked = (error: unknown): boolean => error instanceof Error && error.name === 'PasswordException'
