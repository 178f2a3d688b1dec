import type { PdfPage } from '@agency/pdf-viewer/pdf-document'
import { PdfPageContent } from '@agency/pdf-viewer/pdf-page'
import { type ReactNode, useRef } from 'react'
import styles from './pdf-preview.module.css'

interface PdfPageViewProps {
  readonly page: PdfPage
  readonly label: string
  /** The width as a multiple of the frame's. */
  readonly zoom?: number
  /** Content over the page. */
  readonly children?: ReactNode
}

/** One page, as wide as its frame. */
export function PdfPageView({ page, label, zoom = 1, children }: PdfPageViewProps) {
  const frame = useRef<HTMLDivElement>(null)
  return (
    <div
      ref={frame}
      className={styles.page}
      style={{ aspectRatio: `1 / ${page.ratio}`, ...(zoom === 1 ? {} : { width: `${zoom * 100}%`, maxWidth: 'none' }) }}
    >
      <PdfPageContent page={page} frame={frame} zoom={zoom} label={label} imagePageText="This page is an image." />
      {children}
    </div>
  )
}
