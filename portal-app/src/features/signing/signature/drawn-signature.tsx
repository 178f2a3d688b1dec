import { hasVisibleInk } from '@agency/contract/signature-rules'
import { useEffect, useRef } from 'react'
import { useMessages } from '../../../shared/language.ts'
import styles from './signature.module.css'
import type { SignatureDraft } from './signature-draft.ts'

interface DrawnSignatureProps {
  /** The existing drawing as Base64. */
  readonly png: string | null
  readonly missing: boolean
  readonly onDrawn: (drawn: Drawn) => void
}

/** The drawing as Base64, and whether it is more than a dot. */
type Drawn = Pick<SignatureDraft, 'png' | 'inked'>

interface Pad {
  readonly clear: () => void
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
    let wanted = true
    const element = canvas.current
    if (!element) return
    void attachPad(element, start.current.png, start.current.onDrawn).then((attached) => {
      if (wanted) pad.current = attached
      else attached.off()
    })
    return () => {
      wanted = false
      pad.current?.off()
    }
  }, [])

  function clear() {
    pad.current?.clear()
    onDrawn({ png: null, inked: false })
  }

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
        <button type="button" className="link-button" onClick={clear}>
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

/** Twice the CSS resolution is enough for print; a finer image is only larger. */
async function attachPad(canvas: HTMLCanvasElement, png: string | null, onDrawn: (drawn: Drawn) => void): Promise<Pad> {
  const { default: SignaturePad } = await import('signature_pad')
  const scale = Math.min(2, Math.max(1, window.devicePixelRatio))
  canvas.width = canvas.clientWidth * scale
  canvas.height = canvas.clientHeight * scale
  const paper = canvas.getContext('2d', { willReadFrequently: true })
  paper?.scale(scale, scale)
  const pad = new SignaturePad(canvas, { penColor: '#101828', minWidth: 0.9, maxWidth: 2.6 })
  if (png !== null) await pad.fromDataURL(dataAddress + png, { ratio: scale })
  pad.addEventListener('endStroke', () => {
    const pixels = paper?.getImageData(0, 0, canvas.width, canvas.height)
    onDrawn({
      png: pad.toDataURL('image/png').slice(dataAddress.length),
      inked: pixels !== undefined && hasVisibleInk(pixels),
    })
  })
  return pad
}
