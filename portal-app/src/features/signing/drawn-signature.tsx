import { useEffect, useRef } from 'react'
import styles from './signature.module.css'
import { useSignatureWords } from './signature-words.ts'

interface DrawnSignatureProps {
  /** Base64 of what is drawn already. */
  readonly png: string | null
  readonly missing: boolean
  readonly onPng: (png: string | null) => void
}

interface Pad {
  readonly clear: () => void
  readonly off: () => void
}

const dataAddress = 'data:image/png;base64,'

/** A field to draw in. Nobody has to: the typed signature counts the same and needs no mouse. */
export function DrawnSignature({ png, missing, onPng }: DrawnSignatureProps) {
  const words = useSignatureWords()
  const canvas = useRef<HTMLCanvasElement>(null)
  const pad = useRef<Pad>(null)
  const start = useRef({ png, onPng })

  useEffect(() => {
    let wanted = true
    const element = canvas.current
    if (!element) return
    void attachPad(element, start.current.png, start.current.onPng).then((attached) => {
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
    onPng(null)
  }

  return (
    <div className="field">
      <p className="field-label" id="draw-label">
        {words.signDrawHere}
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
          {words.signDrawKeyboard}
        </p>
        <button type="button" className="link-button" onClick={clear}>
          {words.signClear}
        </button>
      </div>
      {missing && (
        <p className="field-error" role="alert">
          {words.signDrawMissing}
        </p>
      )}
    </div>
  )
}

/** Twice as fine as the screen's own pixels is enough for print; finer images only weigh more. */
async function attachPad(canvas: HTMLCanvasElement, png: string | null, onPng: (png: string) => void): Promise<Pad> {
  const { default: SignaturePad } = await import('signature_pad')
  const scale = Math.min(2, Math.max(1, window.devicePixelRatio))
  canvas.width = canvas.clientWidth * scale
  canvas.height = canvas.clientHeight * scale
  canvas.getContext('2d')?.scale(scale, scale)
  const pad = new SignaturePad(canvas, { penColor: '#101828', minWidth: 0.9, maxWidth: 2.6 })
  if (png !== null) await pad.fromDataURL(dataAddress + png, { ratio: scale })
  pad.addEventListener('endStroke', () => onPng(pad.toDataURL('image/png').slice(dataAddress.length)))
  return pad
}
