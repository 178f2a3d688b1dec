import type { ReactNode } from 'react'
import { formatDay } from './formatting'
import styles from './manual-mark.module.css'

/** A line below a value that staff set by hand. */
export function ManualMark({ children }: { readonly children: ReactNode }) {
  return <span className={styles.mark}>{children}</span>
}

/** What was set by hand, by whom and when: `Marked completed by Olga Prado, Nov 22, 2026`. */
export const markText = (what: string, by: string | null, at: string): string =>
  `${what} by ${by ?? 'a former admin'}, ${formatDay(at)}`
