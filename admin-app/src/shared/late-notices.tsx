import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { create } from 'zustand'
import styles from './late-notices.module.css'

const usePlace = create<{ readonly place: HTMLElement | null }>(() => ({ place: null }))
const setPlace = (place: HTMLElement | null) => usePlace.setState({ place })

/** Over the page, since they would move it. Outside the landmarks, which a dialog hides: a live region must stay. */
export function LateNoticePlace({ children }: { readonly children: ReactNode }) {
  return (
    <div className={styles.place} aria-live="polite" ref={setPlace}>
      {children}
    </div>
  )
}

interface LateNoticeProps {
  /** Whether it is not seen in its first moments, since it is often gone by then. */
  readonly delayed?: boolean
  readonly children: ReactNode
}

/** A notice of a page that can come at any time. */
export function LateNotice({ delayed = false, children }: LateNoticeProps) {
  const place = usePlace((state) => state.place)
  if (place === null) return null
  return createPortal(
    <p className={styles.notice} data-delayed={delayed || undefined}>
      {children}
    </p>,
    place,
  )
}
