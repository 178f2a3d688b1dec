import { useEffect, useState } from 'react'

/** Milliseconds after which a person begins to wonder, well before a read that hangs is given up (contract/patient-read). */
export const lateAfter = 5_000

interface LoadingProps {
  /** What is on its way. */
  readonly label: string
  /** The size of what stands in its place; without it the label does. */
  readonly skeleton?: string
}

/** What stands in place of something that is on its way. */
export function Loading({ label, skeleton }: LoadingProps) {
  return (
    <div role="status" aria-label={skeleton && label}>
      {skeleton === undefined ? <p>{label}</p> : <span className={`skeleton ${skeleton}`} />}
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
