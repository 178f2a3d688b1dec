import { memo } from 'react'
import { encode } from 'uqr'
import styles from './qr-code.module.css'

interface QrCodeProps {
  readonly text: string
  readonly label: string
}

/** The quiet zone that ISO/IEC 18004 requires, in modules. */
const quietZone = 4

/** Dark on white always: many phones can't read inverted codes. Encoding takes a phone 30 ms: once for a text. */
export const QrCode = memo(function QrCode({ text, label }: QrCodeProps) {
  const { data, size } = encode(text, { ecc: 'M', border: quietZone })
  const dark = data.flatMap((row, y) => row.flatMap((module, x) => (module ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg
      role="img"
      aria-label={label}
      className={styles.code}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <path d={dark.join('')} />
    </svg>
  )
})
