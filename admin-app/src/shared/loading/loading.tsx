import { useEffect, useState } from 'react'
import styles from './loading.module.css'

/** Milliseconds until a note says that loading takes long; well below the idle time-out of @agency/http-client. */
export const lateAfter = 5_000

interface LoadingProps {
  /** What is loaded. */
  readonly label: string
  /** The class that sets the skeleton's size. Without it, the label is shown as text. */
  readonly skeleton?: string
}

/** A placeholder during a load. */
export function Loading({ label, skeleton }: LoadingProps) {
  if (skeleton === undefined) {
    return (
      <div role="status">
        <p>{label}</p>
        <LateNote />
      </div>
    )
  }
  return (
    <div role="status" aria-label={label} className={styles.place}>
      <span className={`skeleton ${skeleton}`} />
      <LateNote />
    </div>
  )
}

/** A note, inside a status, that a load takes longer than usual. */
export function LateNote() {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), lateAfter)
    return () => clearTimeout(timer)
  }, [])
  return late && <p className="field-hint">This takes longer than usual. Please wait a moment.</p>
}
