import type { PdfPage } from '@agency/pdf-viewer/pdf-document'
import { usePdf } from '@agency/pdf-viewer/use-pdf'
import { type ReactNode, useRef, useState } from 'react'
import { useMessages } from '../../../shared/language.ts'
import { Loading } from '../../../shared/loading.tsx'
import { PdfPageView } from './pdf-page-view.tsx'
import styles from './pdf-viewer.module.css'
import { useWidth } from './use-layout.ts'
import { ViewerFailure } from './viewer-failure.tsx'

interface OpenedPdfProps {
  readonly blob: Blob
  /** Shows the pages once they are known. */
  readonly children: (pages: readonly PdfPage[]) => ReactNode
}

/** Opens a PDF: says that it opens, or why it can't be shown. */
export function OpenedPdf(props: OpenedPdfProps) {
  const [attempt, setAttempt] = useState(0)
  return <Opening key={attempt} {...props} onRetry={() => setAttempt(attempt + 1)} />
}

function Opening({ blob, children, onRetry }: OpenedPdfProps & { readonly onRetry: () => void }) {
  const t = useMessages()
  const opening = usePdf(blob)
  switch (opening) {
    case 'opening':
      return (
        <div className={styles.waiting}>
          <Loading text={t('viewerLoading')} />
        </div>
      )
    case 'locked':
      return <ViewerFailure>{t('viewer.locked')}</ViewerFailure>
    case 'broken':
      // The likely cause is that pdf.js could not be loaded, so a retry may help.
      return <ViewerFailure onRetry={onRetry}>{t('viewer.failed')}</ViewerFailure>
    default:
      return children(opening.pages)
  }
}

/** Shows a PDF at the width of its column, one page below the other, as part of a screen. */
export function PdfViewer({ blob }: { readonly blob: Blob }) {
  const column = useRef<HTMLDivElement>(null)
  const width = useWidth(column)
  return (
    <div ref={column} className={styles.column}>
      <OpenedPdf blob={blob}>
        {(pages) =>
          width > 0 &&
          pages.map((page) => <PdfPageView key={page.number} page={page} of={pages.length} width={width} />)
        }
      </OpenedPdf>
    </div>
  )
}
