import { hasVisibleInk } from '@agency/contract/signature-rules'
import { useEffect, useRef } from 'react'
import SignaturePad from 'signature_pad'
import { useMessages } from '../../../shared/language.ts'
import styles from './signature.module.css'
import type { SignatureDraft } from './signature-draft.ts'
import { inkedPart } from './trim-drawing.ts'

interface DrawnSignatureProps {
  /** The existing drawing as Base64. */
  readonly png: string | null
  readonly missing: boolean
  readonly onDrawn: (drawn: Drawn) => void
}

/** The drawing as Base64, and whether it is more than a dot. */
type Drawn = Pick<SignatureDraft, 'png' | 'inked'>

interface Pad {
  /** Removes everything. */
  readonly clear: () => void
  /** Removes the last stroke. */
  readonly undo: () => void
  readonly off: () => void
}

const dataAddress = 'data:image/png;base64,'

/** A canvas to draw the signature on. Drawing is optional: a typed signature counts the same. */
export function DrawnSignature({ png, missing, onDrawn }: DrawnSignatureProps) {
  const t = useMessages()
  const canvas = useRef<HTMLCanvasElement>(null)
  const pad = useRef<Pad>(null)
  const start = useRef({ png, onDrawn })

  useEffect(() => {
    const element = canvas.current
    if (!element) return
    // On a phone on its side the dialog shows little more than the pad.
    element.scrollIntoView({ block: 'center', behavior: 'instant' })
    const attached = attachPad(element, start.current.png, start.current.onDrawn)
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
          {png === null ? t('signature.signDrawMissing') : t('signature.signDrawTooSmall')}
        </p>
      )}
    </div>
  )
}

/**
 * Attaches a signature pad. The strokes follow the canvas when its size changes, such as by turning the phone. Twice the
 * CSS resolution is enough for print; a finer image is only larger.
 */
function attachPad(canvas: HTMLCanvasElement, png: string | null, onDrawn: (drawn: Drawn) => void): Pad {
  const scale = Math.min(2, Math.max(1, window.devicePixelRatio))
  const paper = canvas.getContext('2d', { willReadFrequently: true })
  let size = sizeCanvas(canvas, scale)
  const pad = new SignaturePad(canvas, { penColor: '#101828', minWidth: 0.9, maxWidth: 2.6 })
  if (png !== null) void showDrawing(pad, dataAddress + png, size, scale)

  function report() {
    if (pad.isEmpty()) return onDrawn({ png: null, inked: false })
    const pixels = paper?.getImageData(0, 0, canvas.width, canvas.height)
    if (pixels) onDrawn({ png: trimmedPng(pixels, inkMargin * scale), inked: hasVisibleInk(pixels) })
  }

  function redraw(strokes: ReturnType<typeof pad.toData>) {
    pad.clear()
    if (strokes.length > 0) pad.fromData(strokes)
    report()
  }

  const observer = new ResizeObserver(() => {
    const { clientWidth, clientHeight } = canvas
    if (clientWidth === 0 || (clientWidth === size.width && clientHeight === size.height)) return
    const strokes = pad.toData()
    // A drawing from before has no strokes: its picture stays stretched.
    if (strokes.length === 0 && !pad.isEmpty()) return
    const factor = Math.min(clientWidth / size.width, clientHeight / size.height)
    size = sizeCanvas(canvas, scale)
    redraw(strokes.map((stroke) => ({ ...stroke, points: stroke.points.map((point) => enlarge(point, factor)) })))
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

/** Shows a drawing from before in the middle of the pad, as large as it was drawn if there is room. */
async function showDrawing(pad: SignaturePad, address: string, size: Size, scale: number): Promise<void> {
  const picture = new Image()
  picture.src = address
  await picture.decode()
  const factor = Math.min(1 / scale, size.width / picture.naturalWidth, size.height / picture.naturalHeight)
  const [width, height] = [picture.naturalWidth * factor, picture.naturalHeight * factor]
  const [xOffset, yOffset] = [(size.width - width) / 2, (size.height - height) / 2]
  await pad.fromDataURL(address, { ratio: scale, width, height, xOffset, yOffset })
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

const enlarge = <Point extends { x: number; y: number }>(point: Point, factor: number): Point => ({
  ...point,
  x: point.x * factor,
  y: point.y * factor,
})
