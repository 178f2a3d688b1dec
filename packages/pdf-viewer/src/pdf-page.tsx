import {
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import type { PdfPage } from './pdf-document.ts'

interface PdfPageProps {
  readonly page: PdfPage
  readonly frame: RefObject<HTMLElement | null>
  /** The width in CSS pixels; without it the canvas has the width that its styles give it. */
  readonly width?: number
  /** Redraws the page when it changes, such as the zoom of a frame: a stretched drawing is hard to read. */
  readonly zoom?: number
  readonly label?: string
  /** Read instead of the text of a page that has none, such as a scan. */
  readonly imagePageText: string
  /** Shown instead of a page that cannot be drawn, such as for lack of memory. */
  readonly failure?: (retry: () => void) => ReactNode
  /** Called when the page is on the screen as a whole, fails to be drawn, or is no longer drawn. */
  readonly onDrawing?: (state: PageDrawing) => void
}

export type PageDrawing = 'drawn' | 'failed' | 'none'

/** One page of a PDF: its drawing, and its text for screen readers. */
export function PdfPageContent({ page, frame, failure, onDrawing, imagePageText, ...canvas }: PdfPageProps) {
  const isNear = useNear(frame)
  const [attempt, setAttempt] = useState(0)
  const [failed, setFailed] = useState<number>()

  function report(state: PageDrawing) {
    setFailed(state === 'failed' ? attempt : undefined)
    onDrawing?.(state)
  }

  return (
    <>
      {isNear && <PageCanvas key={attempt} page={page} {...canvas} onDrawing={report} />}
      {isNear && failed === attempt && failure?.(() => setAttempt(attempt + 1))}
      <PageText page={page} imagePageText={imagePageText} />
    </>
  )
}

type PageCanvasProps = Pick<PdfPageProps, 'page' | 'width' | 'zoom' | 'label' | 'onDrawing'>

function PageCanvas({ page, width, zoom, label, onDrawing }: PageCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const pixelRatio = usePixelRatio()
  const report = useEffectEvent((state: PageDrawing) => onDrawing?.(state))

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new zoom changes the width of the canvas
  useEffect(() => {
    const element = canvas.current
    if (!element) return
    let isCurrent = true
    const drawing = page.draw(element, (width ?? element.clientWidth) * pixelRatio)
    const settle = (state: PageDrawing) => {
      // A drawing cancelled by scrolling or zooming rejects; this is no failure.
      if (!isCurrent) return
      element.dataset.state = state
      report(state)
    }
    element.dataset.state = 'drawing'
    drawing.done.then(
      () => settle('drawn'),
      () => settle('failed'),
    )
    return () => {
      isCurrent = false
      drawing.cancel()
    }
  }, [page, width, zoom, pixelRatio])

  // After the effect above, so that the drawing is cancelled before the page is released.
  useEffect(() => {
    const element = canvas.current
    return () => {
      // Safari keeps the pixels of a removed canvas for a while, within a budget for all of them.
      if (element) element.width = 0
      page.release()
      report('none')
    }
  }, [page])

  return label === undefined ? <canvas ref={canvas} /> : <canvas ref={canvas} role="img" aria-label={label} />
}

function PageText({ page, imagePageText }: Pick<PdfPageProps, 'page' | 'imagePageText'>) {
  const [text, setText] = useState<string>()

  useEffect(() => {
    let isMounted = true
    page.text().then(
      (words) => isMounted && setText(words),
      () => undefined,
    )
    return () => {
      isMounted = false
    }
  }, [page])

  if (text === undefined) return null
  return <p className="visually-hidden">{text.trim() === '' ? imagePageText : text}</p>
}

interface PdfThumbnailProps {
  readonly page: PdfPage
  readonly frame: RefObject<HTMLElement | null>
  /** In CSS pixels. */
  readonly width: number
}

export function PdfThumbnail({ page, frame, width }: PdfThumbnailProps) {
  return useNear(frame) && <PageCanvas page={page} width={width} />
}

/** The attribute of an element in which pages scroll; without one they scroll with the window. */
export const pdfScroller = { 'data-pdf-scroller': '' }

export function useNear(ref: RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (!ref.current) return
    const report = (entries: readonly IntersectionObserverEntry[]) => {
      for (const { isIntersecting } of entries) setNear(isIntersecting)
    }
    // A margin applies to the given root alone: without it, an element that scrolls would clip the margin.
    const root = ref.current.closest('[data-pdf-scroller]')
    const observer = new IntersectionObserver(report, { root, rootMargin: '100% 0px' })
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [ref])
  return isNear
}

/** Device pixels per CSS pixel. It changes with the browser's zoom, and on a move to another display. */
function usePixelRatio(): number {
  return useSyncExternalStore(
    (changed) => {
      window.addEventListener('resize', changed)
      return () => window.removeEventListener('resize', changed)
    },
    () => window.devicePixelRatio,
  )
}
