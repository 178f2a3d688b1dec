import { type ReactNode, useEffect, useState } from 'react'
import styles from './loading.module.css'

/** Milliseconds until a note says that loading takes long; well below the idle time-out of @agency/http-client. */
export const lateAfter = 5_000

interface LoadingProps {
  /** What is loaded; announced, and not shown. */
  readonly label: string
  /** The class that sets the skeleton's size. Without it, the skeleton is three lines. */
  readonly skeleton?: string | undefined
  /** The skeleton, for a page of several parts. */
  readonly children?: ReactNode
}

export function Loading({ label, skeleton = styles.lines, children }: LoadingProps) {
  return (
    <div role="status" className={styles.place}>
      <span className="visually-hidden">{label}</span>
      {children ?? <span className={`skeleton ${skeleton}`} />}
      <LateNote />
    </div>
  )
}

/** The skeleton of a page that has a heading and cards: their heights in rem, in one or two columns. */
export function PageSkeleton({ columns }: { readonly columns: readonly (readonly number[])[] }) {
  return (
    <div className={styles.page} aria-hidden="true">
      <span className={`skeleton ${styles.heading}`} />
      <div className={styles.columns}>
        {columns.map((heights) => (
          <div key={heights.join(' ')} className={styles.column}>
            {heights.map((height, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: nothing moves
              <span key={place} className="skeleton" style={{ height: `${height}rem` }} />
            ))}
          </div>
        ))}
      </div>
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
