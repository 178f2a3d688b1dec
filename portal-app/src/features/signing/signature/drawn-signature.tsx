import { hasVisibleInk } from '@agency/contract/signature-rules'
import { useEffect, useRef } from 'react'
import SignaturePad, { type PointGroup } from 'signature_pad'
import { useMessages } from '../../../shared/language.ts'
import type { Drawing } from './adopted-signature.ts'
import styles from './signature.module.css'

import { inkedPart } from './trim-drawing.ts'

interface DrawnSignatureProps {
  /** The existing drawing. */
  readonly drawing: Drawing | null
  readonly missing: boolean
  readonly onDrawn: (drawing: Drawing | null) => void
}

interface Pad {
  /** Removes everything. */
  readonly clear: () => void
  /** Removes the last stroke. */
  readonly undo: () => void
  readonly off: () => void
}

const dataAddress = 'data:image/png;base64,'

/** A canvas to draw the signature on. Drawing is optional: a typed signature counts the same. */
export function DrawnSignature({ drawing, missing, onDrawn }: DrawnSignatureProps) {
  const t = useMessages()
  const canvas = useRef<HTMLCanvasElement>(null)
  const pad = useRef<Pad>(null)
  const start = useRef({ drawing, onDrawn })

  useEffect(() => {
    const element = canvas.current
    if (!element) return
    // The buttons below it too, unless the dialog shows little more than the pad, as on a phone on its side.
    element.nextElementSibling?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
    element.scrollIntoView({ block: 'nearest', behavior: 'instant' })
    const attached = attachPad(element, start.current.drawing, start.current.onDrawn)
    pad.current = attached
    return () => attached.off()
  }, [])

  return (
    <div className="field">
      <p className="field-label" id="draw-label">
        {t('signature.signDrawHere')}
      </p>
      <canvas
        ref={canvas}
        className={styles.pad}
        role="img"
        aria-labelledby="draw-label"
        aria-describedby="draw-hint"
      />
      <div className={styles.padFoot}>
        <p className="field-hint" id="draw-hint">
          {t('signature.signDrawKeyboard')}
        </p>
        <button type="button" className="link-button" onClick={() => pad.current?.undo()}>
          {t('signature.signUndo')}
        </button>
        <button type="button" className="link-button" onClick={() => pad.current?.clear()}>
          {t('signature.signClear')}
        </button>
      </div>
      {missing && (
        <p className="field-error" role="alert">
          {drawing === null ? t('signature.signDrawMissing') : t('signature.signDrawTooSmall')}
        </p>
      )}
    </div>
  )
}

/**
 * Attaches a signature pad. The strokes follow the canvas when its size changes, such as by turning the phone. Twice the
 * CSS resolution is enough for print; a finer image is only larger.
 */
function attachPad(canvas: HTMLCanvasElement, drawing: Drawing | null, onDrawn: DrawnSignatureProps['onDrawn']): Pad {
  const scale = Math.min(2, Math.max(1, window.devicePixelRatio))
  const paper = canvas.getContext('2d', { willReadFrequently: true })
  let size = sizeCanvas(canvas, scale)
  const pad = new SignaturePad(canvas, { penColor: '#101828', minWidth: 0.9, maxWidth: 2.6 })
  if (drawing) pad.fromData(fitStrokes(drawing.strokes, drawing, size))

  function report() {
    if (pad.isEmpty()) return onDrawn(null)
    const pixels = paper?.getImageData(0, 0, canvas.width, canvas.height)
    if (!pixels) return
    const png = trimmedPng(pixels, inkMargin * scale)
    onDrawn({ png, inked: hasVisibleInk(pixels), strokes: [...pad.toData()], ...size })
  }

  function redraw(strokes: PointGroup[]) {
    pad.clear()
    if (strokes.length > 0) pad.fromData(strokes)
    report()
  }

  const observer = new ResizeObserver(() => {
    const { clientWidth, clientHeight } = canvas
    if (clientWidth === 0 || (clientWidth === size.width && clientHeight === size.height)) return
    const former = size
    size = sizeCanvas(canvas, scale)
    redraw(fitStrokes(pad.toData(), former, size))
  })
  observer.observe(canvas)
  pad.addEventListener('endStroke', report)
  return {
    clear: () => redraw([]),
    undo: () => redraw(pad.toData().slice(0, -1)),
    off: () => {
      observer.disconnect()
      pad.off()
    },
  }
}

/** Pixels around the ink of a drawing. */
const inkMargin = 6

/** The inked part of a drawing as a PNG, Base64. */
function trimmedPng(pixels: ImageData, margin: number): string {
  const { x, y, width, height } = inkedPart(pixels, margin)
  const part = document.createElement('canvas')
  part.width = width
  part.height = height
  part.getContext('2d')?.putImageData(pixels, -x, -y)
  return part.toDataURL('image/png').slice(dataAddress.length)
}

interface Size {
  readonly width: number
  readonly height: number
}

/** Gives the canvas the pixels of its size. @returns the size in CSS pixels */
function sizeCanvas(canvas: HTMLCanvasElement, scale: number): Size {
  canvas.width = canvas.clientWidth * scale
  canvas.height = canvas.clientHeight * scale
  canvas.getContext('2d')?.scale(scale, scale)
  return { width: canvas.clientWidth, height: canvas.clientHeight }
}

/** Strokes of a pad of one size on a pad of another. */
function fitStrokes(strokes: readonly PointGroup[], from: Size, to: Size): PointGroup[] {
  const factor = Math.min(to.width / from.width, to.height / from.height)
  const fit = (point: PointGroup['points'][number]) => ({ ...point, x: point.x * factor, y: point.y * factor })
  return strokes.map((stroke) => ({ ...stroke, points: stroke.points.map(fit) }))
}
