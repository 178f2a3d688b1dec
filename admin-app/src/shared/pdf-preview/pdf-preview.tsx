import { PdfPageView } from './pdf-page-view'
import styles from './pdf-preview.module.css'
import { PdfWaiting } from './pdf-waiting'
import { usePdf } from './use-pdf'

interface PdfPreviewProps {
  readonly file: Blob
  /** Names what is shown. */
  readonly label: string
}

/** Shows a PDF, page under page; what is around it scrolls. Our content policy allows no native frame. */
export function PdfPreview({ file, label }: PdfPreviewProps) {
  const opening = usePdf(file)
  if (typeof opening === 'string') return <PdfWaiting opening={opening} />
  return (
    <section className={styles.frame} aria-label={label}>
      {opening.pages.map((page) => (
        <PdfPageView key={page.number} page={page} label={`Page ${page.number} of ${opening.pages.length}`} />
      ))}
    </section>
  )
}
