import type { PdfPage } from '@agency/pdf-viewer/pdf-document'
import { PdfThumbnail, pdfScroller } from '@agency/pdf-viewer/pdf-page'
import { useRef } from 'react'
import { useMessages } from '../../../shared/language.ts'
import { Modal } from '../../../shared/shared-ui.tsx'
import { pageElement } from '../viewer/pdf-page-view.tsx'
import styles from './document-reader.module.css'

interface PageListProps {
  readonly pages: readonly PdfPage[]
  /** Numbers of the pages that were read. */
  readonly read: readonly number[]
  readonly rule: string
  readonly onClose: () => void
}

/** All pages as small pictures. One tap leads to a page. */
export function PageList({ pages, read, rule, onClose }: PageListProps) {
  const t = useMessages()
  function show(number: number) {
    onClose()
    pageElement(number)?.scrollIntoView({ block: 'start', behavior: 'instant' })
  }
  return (
    <Modal
      open
      onOpenChange={onClose}
      title={t('reader.pages')}
      description={t('progress', { seen: read.length, of: pages.length })}
      closeLabel={t('close')}
    >
      <p className={styles.listRule}>{rule}</p>
      <ul className={styles.pages} {...pdfScroller}>
        {pages.map((page) => (
          <PageEntry key={page.number} page={page} isRead={read.includes(page.number)} onSelect={show} />
        ))}
      </ul>
    </Modal>
  )
}

interface PageEntryProps {
  readonly page: PdfPage
  readonly isRead: boolean
  readonly onSelect: (number: number) => void
}

const thumbnailWidth = 80

function PageEntry({ page, isRead, onSelect }: PageEntryProps) {
  const t = useMessages()
  const frame = useRef<HTMLButtonElement>(null)
  const { number } = page
  return (
    <li>
      <button
        ref={frame}
        type="button"
        aria-label={isRead ? t('reader.pageRead', { number }) : t('reader.pageUnread', { number })}
        data-read={isRead}
        onClick={() => onSelect(number)}
      >
        <span className={styles.thumbnail} style={{ aspectRatio: `1 / ${page.ratio}` }}>
          <PdfThumbnail page={page} frame={frame} width={thumbnailWidth} />
        </span>
        <span aria-hidden="true">
          {isRead && '✓ '}
          {number}
        </span>
      </button>
    </li>
  )
}
