import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { PdfPage } from './pdf-document'
import styles from './pdf-preview.module.css'

interface PageCanvasProps {
  readonly page: PdfPage
  readonly label: string
}

interface PdfPageViewProps extends PageCanvasProps {
  /** How many times as wide as its frame. */
  readonly zoom?: number
  /** What lies over the page. */
  readonly children?: ReactNode
}

/** One page: drawn as wide as its frame, while it is near what can be seen. */
export function PdfPageView({ page, label, zoom = 1, children }: PdfPageViewProps) {
  const place = useRef<HTMLDivElement>(null)
  const near = useNear(place)
  return (
    <div
      ref={place}
      className={styles.page}
      style={{ aspectRatio: `1 / ${page.ratio}`, ...(zoom === 1 ? {} : { width: `${zoom * 100}%`, maxWidth: 'none' }) }}
    >
      {/* Drawn anew for each zoom: a drawing that is stretched is hard to read. */}
      {near && <PageCanvas key={zoom} page={page} label={label} />}
      {children}
    </div>
  )
}

function PageCanvas({ page, label }: PageCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    if (canvas.current === null) return
    const drawing = page.draw(canvas.current, canvas.current.clientWidth * window.devicePixelRatio)
    // A drawing that is cancelled by scrolling on ends with an error that means nothing.
    drawing.done.catch(() => undefined)
    return drawing.cancel
  }, [page])
  return <canvas ref={canvas} role="img" aria-label={label} />
}

/** Whether an element is in view, or less than a screen away from it. */
function useNear(place: React.RefObject<HTMLElement | null>): boolean {
  const [near, setNear] = useState(false)
  useEffect(() => {
    if (place.current === null) return
    const follow = ([entry]: readonly IntersectionObserverEntry[]) => setNear(entry?.isIntersecting === true)
    const observer = new IntersectionObserver(follow, { rootMargin: '100% 0px' })
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [place])
  return near
}
