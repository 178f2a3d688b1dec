import { usePdf } from '@agency/pdf-viewer/use-pdf'
import { Loading } from '../loading/loading'
import { PdfPageView } from './pdf-page-view'
import styles from './pdf-preview.module.css'

interface PdfPreviewProps {
  readonly file: Blob
  readonly label: string
}

/** Shows a PDF; its container scrolls. The Content-Security-Policy allows no native viewer in a frame. */
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

interface PdfWaitingProps {
  readonly opening: 'opening' | 'locked' | 'broken'
}

/** Placeholder of a PDF that is loading or can't be shown. */
export function PdfWaiting({ opening }: PdfWaitingProps) {
  if (opening === 'opening') return <Loading label="Loading preview" skeleton={styles.waiting} />
  return (
    <p className="notice" data-tone="warning" role="alert">
      {opening === 'locked' ? 'This PDF is protected by a password.' : 'This PDF could not be shown.'}
    </p>
  )
}
