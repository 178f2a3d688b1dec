import type { PdfPage } from '@agency/pdf-viewer/pdf-document'
import { PdfPageContent } from '@agency/pdf-viewer/pdf-page'
import { type ReactNode, useRef } from 'react'
import styles from './pdf-preview.module.css'

interface PdfPageViewProps {
  readonly page: PdfPage
  readonly label: string
  /** CSS px; null, or without it, the page is as wide as its frame. */
  readonly width?: number | null
  readonly children?: ReactNode
}

/** One page, as wide as its frame unless a width is given. */
export function PdfPageView({ page, label, width = null, children }: PdfPageViewProps) {
  const frame = useRef<HTMLDivElement>(null)
  return (
    <div
      ref={frame}
      className={styles.page}
      style={{ aspectRatio: `1 / ${page.ratio}`, ...(width === null ? {} : { width: `${width}px`, maxWidth: 'none' }) }}
    >
      <PdfPageContent
        page={page}
        frame={frame}
        zoom={width ?? 0}
        label={label}
        imagePageText="This page is an image."
      />
      {children}
    </div>
  )
}
