import type { PdfPage } from '@agency/pdf-viewer/pdf-document'
import { PdfPageContent } from '@agency/pdf-viewer/pdf-page'
import { type ReactNode, useRef } from 'react'
import { useMessages } from '../../../shared/language.ts'
import styles from './pdf-viewer.module.css'
import { useSeen } from './use-layout.ts'

interface PdfPageViewProps {
  readonly page: PdfPage
  readonly of: number
  /** In CSS pixels. */
  readonly width: number
  readonly onSeen: (number: number) => void
  /** Content over the page. */
  readonly children: ReactNode
}

const pageId = (number: number) => `page-${number}`

/** Scrolls to a page and focuses it, so that a screen reader continues there. */
export function showPage(number: number): void {
  const page = document.getElementById(pageId(number))
  page?.focus({ preventScroll: true })
  page?.scrollIntoView({ block: 'start' })
}

/** One page of the document, with the content that lies over it. */
export function PdfPageView({ page, of, width, onSeen, children }: PdfPageViewProps) {
  const t = useMessages()
  const section = useRef<HTMLElement>(null)
  const { number } = page
  useSeen(section, () => onSeen(number))
  return (
    <section
      ref={section}
      id={pageId(number)}
      className={styles.page}
      style={{ width, height: Math.round(width * page.ratio) }}
      tabIndex={-1}
      aria-label={t('page', { number, of })}
    >
      <PdfPageContent page={page} frame={section} width={width} imagePageText={t('viewer.imagePage')} />
      {children}
    </section>
  )
}
