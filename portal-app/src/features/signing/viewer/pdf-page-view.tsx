import type { PdfPage } from '@agency/pdf-viewer/pdf-document'
import { type PageDrawing, PdfPageContent } from '@agency/pdf-viewer/pdf-page'
import { type ReactNode, useRef } from 'react'
import { useMessages } from '../../../shared/language.ts'
import styles from './pdf-viewer.module.css'
import { ViewerFailure } from './viewer-failure.tsx'

interface PdfPageViewProps {
  readonly page: PdfPage
  readonly of: number
  /** In CSS pixels. */
  readonly width: number
  readonly onDrawing?: (number: number, state: PageDrawing) => void
  readonly children?: ReactNode
}

const pageId = (number: number) => `page-${number}`

/** The element of a page, if it is shown. */
export function pageElement(number: number): HTMLElement | null {
  return document.getElementById(pageId(number))
}

export function PdfPageView({ page, of, width, onDrawing, children }: PdfPageViewProps) {
  const t = useMessages()
  const section = useRef<HTMLElement>(null)
  const { number } = page
  return (
    <section
      ref={section}
      id={pageId(number)}
      className={styles.page}
      style={{ width, height: Math.round(width * page.ratio) }}
      tabIndex={-1}
      aria-label={t('page', { number, of })}
    >
      <PdfPageContent
        page={page}
        frame={section}
        width={width}
        imagePageText={t('viewer.imagePage')}
        failure={(retry) => (
          <div className={styles.failure}>
            <ViewerFailure onRetry={retry}>{t('viewer.pageFailed', { number })}</ViewerFailure>
          </div>
        )}
        onDrawing={(state) => onDrawing?.(number, state)}
      />
      {children}
    </section>
  )
}
