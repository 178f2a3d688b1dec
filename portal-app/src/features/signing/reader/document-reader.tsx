import type { SessionForm } from '@agency/contract/session-forms'
import type { PdfPage } from '@agency/pdf-viewer/pdf-document'
import { pdfScroller } from '@agency/pdf-viewer/pdf-page'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router-dom'
import { useMessages } from '../../../shared/language.ts'
import { Loading } from '../../../shared/loading.tsx'
import { Page } from '../../../shared/page.tsx'
import { paths } from '../../../shared/paths.ts'
import { LoadProblem } from '../../../shared/problem-notice.tsx'
import { useOpenSession } from '../../../shared/session-store.ts'
import { prefetchModal } from '../../../shared/shared-ui.tsx'
import { PdfPageView } from '../viewer/pdf-page-view.tsx'
import { OpenedPdf } from '../viewer/pdf-viewer.tsx'
import { useRoomy, useWidth } from '../viewer/use-layout.ts'
import styles from './document-reader.module.css'
import { PageList } from './page-list.tsx'
import { ReaderBar, type ReaderStep } from './reader-bar.tsx'
import { ReaderMenu, type ReaderMenuProps } from './reader-menu.tsx'
import { type PageReading, usePageReading } from './use-page-reading.ts'
import { useScrollingOn } from './use-scrolling-on.ts'
import { useVisibleViewport } from './use-visible-viewport.ts'
import { useZoom } from './use-zoom.ts'

/** The PDF to show, as a query gives it. */
interface ReaderFile {
  readonly data?: Blob | undefined
  readonly error: Error | null
  readonly refetch: () => void
}

interface DocumentReaderProps {
  readonly form: SessionForm
  readonly title: string
  /** The heading, if it is not the title. */
  readonly heading?: string
  /** The screen replaced another step. */
  readonly isStep?: boolean
  readonly file: ReaderFile
  /** Content over a page that is `width` CSS pixels wide. */
  readonly overlay?: (page: PdfPage, width: number) => ReactNode
  /** The least zoom, such as on a field. */
  readonly closeUp?: number | undefined
  /** Called with the pages of the document once it is open. */
  readonly onOpened?: (pages: readonly PdfPage[]) => void
  /** Whether the step waits until every page was in view. */
  readonly mustRead: boolean
  readonly step: ReaderStep
  /** Short text beside the button, once every page was in view. */
  readonly status?: ReactNode
  /** Whether what was typed is saved. It is beside the button from the start. */
  readonly saved?: ReactNode
  /** Messages above the bar. */
  readonly notes?: ReactNode
  /** Takes the place of the bar, such as the sheet of a field. */
  readonly sheet?: ReactNode
  readonly entries?: ReactNode
  readonly children?: ReactNode
}

const widest = 864
const noPages: readonly PdfPage[] = []

/** A document that fills the screen: a title line, the pages fitted to the width, and one bar with the next step. */
export function DocumentReader(props: DocumentReaderProps) {
  const { form, title, heading = title, isStep, file, overlay, mustRead, step, sheet, notes, onOpened } = props
  const t = useMessages()
  const rule = t(ruleOf(form))
  const scroller = useRef<HTMLElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const [pages, setPages] = useState(noPages)
  const [listed, setListed] = useState(false)
  const [wantsText, setText] = useState(false)
  // A field is filled in on its page.
  const isText = wantsText && !sheet
  const roomy = useRoomy()
  const { zoom, zoomBy } = useZoom(scroller, content, props.closeUp ?? 1)
  const width = Math.round(Math.min(useWidth(scroller), widest) * zoom)
  const reading = usePageReading(form.id, scroller, pages.length, width)
  useVisibleViewport()
  const isScrollingOn = useScrollingOn(scroller)
  const readStep = useReadStep(reading, pages.length, { mustRead, step })
  const next = readStep ?? step
  // What comes next is on the pages.
  const onNext = () => {
    flushSync(() => setText(false))
    next.onSelect()
  }
  useEffect(() => {
    if (pages.length === 0) return
    void prefetchModal()
    onOpened?.(pages)
  }, [pages, onOpened])
  return (
    <Page
      className={styles.reader}
      title={title}
      heading={heading}
      step={isStep}
      before={<BackLink />}
      isScrollingOn={isScrollingOn}
    >
      <ReaderTools
        current={pages.length > 0 ? t('reader.currentPage', { number: reading.current, of: pages.length }) : undefined}
        onList={() => setListed(true)}
        title={title}
        file={file.data}
        zoom={zoom}
        onZoom={zoomBy}
        asText={roomy ? undefined : { isOn: isText, set: pages.length > 0 ? setText : undefined }}
        entries={props.entries}
      >
        {reading.current}/{pages.length}
      </ReaderTools>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: an area that scrolls has to be reachable by keyboard */}
      <section ref={scroller} className={styles.scroller} tabIndex={0} aria-label={title} {...pdfScroller}>
        {isText && <TextPages pages={pages} />}
        {/* Hidden, it keeps its pages and what of them was in view. */}
        <div ref={content} className={styles.content} hidden={isText}>
          <ReaderPages file={file} width={width} overlay={overlay} onOpened={setPages} onDrawing={reading.setDrawing} />
        </div>
      </section>
      <div className={styles.foot}>
        {notes}
        {mustRead && (form.pages ?? pages.length) > 1 && reading.read.length < 2 && !sheet && (
          <p className={styles.rule}>{rule}</p>
        )}
        {sheet || (
          <ReaderBar step={{ ...next, onSelect: onNext }}>
            {readStep && pages.length > 0 ? (
              <span>{t('progress', { seen: reading.read.length, of: pages.length })}</span>
            ) : (
              props.status
            )}
            {props.saved}
          </ReaderBar>
        )}
      </div>
      <div className={styles.dialogs}>
        {listed && <PageList pages={pages} read={reading.read} rule={rule} onClose={() => setListed(false)} />}
        {props.children}
      </div>
    </Page>
  )
}

function BackLink() {
  const t = useMessages()
  const { session_code: code } = useOpenSession()
  return (
    <Link className={styles.back} to={paths.dashboard(code)} aria-label={t('allDocuments')}>
      <span aria-hidden="true">←</span>
    </Link>
  )
}

interface ReaderToolsProps extends ReaderMenuProps {
  /** Names the button with the page's number, once the pages are open. */
  readonly current: string | undefined
  readonly onList: () => void
  readonly children: ReactNode
}

function ReaderTools({ current, onList, children, ...menu }: ReaderToolsProps) {
  return (
    <div className={styles.tools}>
      {current && (
        <button type="button" className={styles.pageNumber} aria-label={current} onClick={onList}>
          {children}
        </button>
      )}
      <ReaderMenu {...menu} />
    </div>
  )
}

const ruleOf = ({ requires_signature, reading }: SessionForm) => {
  if (!requires_signature) return 'reader.readRule'
  return reading === 'every_page' ? 'reader.rule' : 'reader.jumpRule'
}

/** Undefined when every page was in view, or need not be. Nobody signs what is not on the screen. */
function useReadStep(
  { unread, current, failed, showUnread }: PageReading,
  count: number,
  { mustRead, step }: Pick<DocumentReaderProps, 'mustRead' | 'step'>,
): ReaderStep | undefined {
  const t = useMessages()
  if (count === 0) {
    const label = mustRead ? t('nextPage') : step.label
    return { label, blocked: step.blocked ?? t('reader.opening'), onSelect: () => undefined }
  }
  if (!mustRead && step.isFinal && failed !== undefined) {
    return { label: step.label, blocked: t('viewer.pageFailed', { number: failed }), onSelect: () => undefined }
  }
  if (!mustRead || unread === undefined) return undefined
  return { label: unread === current ? t('reader.readOn') : t('nextPage'), onSelect: showUnread }
}

/** The texts of the pages, as the PDF has them, at the size of the screen's text. */
function TextPages({ pages }: { readonly pages: readonly PdfPage[] }) {
  const t = useMessages()
  const [texts, setTexts] = useState<readonly string[]>()
  useEffect(() => {
    let isShown = true
    Promise.all(pages.map((page) => page.text().catch(() => ''))).then((read) => isShown && setTexts(read))
    return () => {
      isShown = false
    }
  }, [pages])
  if (!texts) return <Loading text={t('viewerLoading')} />
  return (
    <div className={styles.texts}>
      {texts.map((text, index) => (
        <section key={pages[index]?.number} data-page-text>
          <h2>{t('page', { number: index + 1, of: pages.length })}</h2>
          <p>{text.trim() || t('viewer.imagePage')}</p>
        </section>
      ))}
    </div>
  )
}

interface ReaderPagesProps extends Pick<DocumentReaderProps, 'file' | 'overlay'> {
  readonly width: number
  readonly onOpened: (pages: readonly PdfPage[]) => void
  readonly onDrawing: PageReading['setDrawing']
}

function ReaderPages({ file, ...shown }: ReaderPagesProps) {
  const t = useMessages()
  if (file.data) {
    return <OpenedPdf blob={file.data}>{(pages) => <Pages pages={pages} {...shown} />}</OpenedPdf>
  }
  if (file.error) return <LoadProblem error={file.error} onRetry={file.refetch} />
  return (
    <div className={styles.waiting}>
      <Loading text={t('viewerLoading')} />
    </div>
  )
}

interface PagesProps extends Pick<ReaderPagesProps, 'width' | 'overlay' | 'onOpened' | 'onDrawing'> {
  readonly pages: readonly PdfPage[]
}

function Pages({ pages, width, overlay, onOpened, onDrawing }: PagesProps) {
  useEffect(() => onOpened(pages), [pages, onOpened])
  if (width === 0) return null
  return pages.map((page) => (
    <PdfPageView key={page.number} page={page} of={pages.length} width={width} onDrawing={onDrawing}>
      {overlay?.(page, width)}
    </PdfPageView>
  ))
}
