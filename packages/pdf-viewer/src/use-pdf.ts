import { useEffect, useState } from 'react'
import type { PdfFile } from './pdf-document.ts'
import { preparePdf, takeWorker } from './prepared-pdf.ts'

export type Opening = 'opening' | 'locked' | 'broken' | PdfFile

/** Opens a PDF and closes it on unmount. pdf.js is loaded with the first PDF. */
export function usePdf(file: Blob): Opening {
  const [opening, setOpening] = useState<Opening>('opening')
  useEffect(() => {
    let isMounted = true
    preparePdf()
    const worker = takeWorker()
    const opened = import('./pdf-document.ts').then(({ openPdf }) => openPdf(file, worker))
    opened.then(
      (pdf) => isMounted && setOpening(pdf),
      (error) => {
        worker?.worker.terminate()
        if (isMounted) setOpening(isLocked(error) ? 'locked' : 'broken')
      },
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
