import { useEffect, useState } from 'react'
import type { PdfFile } from './pdf-document'
import { PdfPageView } from './pdf-page-view'
import styles from './pdf-preview.module.css'

interface PdfPreviewProps {
  readonly file: Blob
  /** Names what is shown. */
  readonly label: string
}

/** Shows a PDF, page under page; what is around it scrolls. Our content policy allows no native frame. */
export function PdfPreview({ file, label }: PdfPreviewProps) {
  const opening = usePdf(file)
  if (opening === 'opening')
    return <span role="status" aria-label="Loading preview" className={`skeleton ${styles.waiting}`} />
  if (opening === 'locked' || opening === 'broken') {
    return (
      <p className="notice" data-tone="warning" role="alert">
        {opening === 'locked' ? 'This PDF is protected by a password.' : 'This PDF could not be shown.'}
      </p>
    )
  }
  return (
    <section className={styles.frame} aria-label={label}>
      {opening.pages.map((page) => (
        <PdfPageView key={page.number} page={page} label={`Page ${page.number} of ${opening.pages.length}`} />
      ))}
    </section>
  )
}

type Opening = 'opening' | 'locked' | 'broken' | PdfFile

/** Opens a PDF with pdf.js, which is fetched for it, and closes it when it is no longer shown. */
function usePdf(file: Blob): Opening {
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
