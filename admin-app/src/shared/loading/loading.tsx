import { useEffect, useState } from 'react'
import styles from './loading.module.css'

/** Milliseconds until a note says that loading takes long; well below the idle time-out of @agency/http-client. */
export const lateAfter = 5_000

interface LoadingProps {
  /** What is on its way. */
  readonly label: string
  /** The size of what stands in its place; without it the label does. */
  readonly skeleton?: string
}

/** What stands in place of something that is on its way. */
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

/** Says, within a status, when something has been on its way for longer than usual. */
export function LateNote() {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), lateAfter)
    return () => clearTimeout(timer)
  }, [])
  return late && <p className="field-hint">This takes longer than usual. Please wait a moment.</p>
}
