import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useMessages } from '../../shared/i18n/language.ts'
import type { PdfPage } from './pdf-document.ts'
import styles from './pdf-viewer.module.css'
import { useNear, usePixelRatio, useSeen } from './use-layout.ts'

interface PdfPageViewProps {
  readonly page: PdfPage
  readonly of: number
  /** In CSS pixels. */
  readonly width: number
  readonly onSeen: (number: number) => void
  /** Lies over the page, in its own coordinates. */
  readonly children: ReactNode
}

const pageId = (number: number) => `page-${number}`

/** Brings a page into view and moves the focus to it, so that a screen reader goes on from there. */
export function showPage(number: number): void {
  const page = document.getElementById(pageId(number))
  page?.focus({ preventScroll: true })
  page?.scrollIntoView({ block: 'start' })
}

/** One page: drawn while it is near the screen, its words for a screen reader, and what lies over it. */
export function PdfPageView({ page, of, width, onSeen, children }: PdfPageViewProps) {
  const t = useMessages()
  const section = useRef<HTMLElement>(null)
  const near = useNear(section)
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
      {near && <PageCanvas page={page} width={width} />}
      <PageText page={page} />
      {children}
    </section>
  )
}

function PageCanvas({ page, width }: Pick<PdfPageViewProps, 'page' | 'width'>) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const pixelRatio = usePixelRatio()

  useEffect(() => {
    if (!canvas.current) return
    const drawing = page.draw(canvas.current, width * pixelRatio)
    // A drawing that is cancelled, by scrolling on or zooming, ends with an error that means nothing.
    drawing.done.catch(() => undefined)
    return drawing.cancel
  }, [page, width, pixelRatio])

  return <canvas ref={canvas} />
}

/** A page without words is a picture of one; a screen reader says so instead of nothing. */
function PageText({ page }: Pick<PdfPageViewProps, 'page'>) {
  const t = useMessages()
  const [text, setText] = useState<string>()

  useEffect(() => {
    let wanted = true
    page.text().then(
      (words) => wanted && setText(words),
      () => undefined,
    )
    return () => {
      wanted = false
    }
  }, [page])

  if (text === undefined) return null
  return <p className="visually-hidden">{text.trim() === '' ? t('viewer.imagePage') : text}</p>
}
