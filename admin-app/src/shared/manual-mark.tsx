import type { ReactNode } from 'react'
import styles from './manual-mark.module.css'

const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' })

/** A line below a value that staff set by hand. */
export function ManualMark({ children }: { readonly children: ReactNode }) {
  return <span className={styles.mark}>{children}</span>
}

/** What was set by hand, by whom and when: `Marked completed by Olga Prado, Nov 22, 2026`. */
export const markText = (what: string, by: string | null, at: string): string =>
  `${what} by ${by ?? 'a former admin'}, ${day.format(new Date(at))}`
