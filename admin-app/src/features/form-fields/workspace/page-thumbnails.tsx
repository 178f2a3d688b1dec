import type { PdfPage } from '@agency/pdf-viewer/pdf-document'
import { PdfThumbnail, pdfScroller } from '@agency/pdf-viewer/pdf-page'
import { useRef } from 'react'
import { counted } from '../../../shared/formatting'
import styles from './page-thumbnails.module.css'

interface PageThumbnailsProps {
  readonly pages: readonly PdfPage[]
  readonly current: number
  /** The number of fields of a page. */
  readonly countOf: (page: number) => number
  readonly onGo: (page: number) => void
}

/** Small pages that lead to the large ones, each with the number of its fields. */
export function PageThumbnails({ pages, current, countOf, onGo }: PageThumbnailsProps) {
  return (
    <nav className={styles.thumbnails} aria-label="Page thumbnails" {...pdfScroller}>
      {pages.map((page, index) => (
        <Thumbnail
          key={page.number}
          page={page}
          current={index === current}
          count={countOf(index)}
          onGo={() => onGo(index)}
        />
      ))}
    </nav>
  )
}

interface ThumbnailProps {
  readonly page: PdfPage
  readonly current: boolean
  readonly count: number
  readonly onGo: () => void
}

/** CSS px. */
const width = 96

function Thumbnail({ page, current, count, onGo }: ThumbnailProps) {
  const frame = useRef<HTMLSpanElement>(null)
  return (
    <button
      type="button"
      className={styles.thumbnail}
      aria-label={`Go to page ${page.number}, ${counted(count, 'field')}`}
      aria-current={current ? 'page' : undefined}
      onClick={onGo}
    >
      <span ref={frame} className={styles.sheet} style={{ aspectRatio: `1 / ${page.ratio}` }}>
        <PdfThumbnail page={page} frame={frame} width={width} />
      </span>
      <span className={styles.number}>
        {page.number}
        {count > 0 && ` · ${count}`}
      </span>
    </button>
  )
}
