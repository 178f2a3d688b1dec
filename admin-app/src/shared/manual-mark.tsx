import type { ReactNode } from 'react'
import { formatDay } from './formatting'
import styles from './manual-mark.module.css'

/** A line below a value, such as that staff set it by hand. */
export function ManualMark({ children }: { readonly children: ReactNode }) {
  return <span className={styles.mark}>{children}</span>
}

/** What was set by hand, by whom and when: `Marked completed by Olga Prado, Nov 22, 2026`. */
export const markText = (what: string, by: string | null, at: string): string =>
  `${what} by ${by ?? 'a former admin'}, ${formatDay(at)}`

interface Declined {
  readonly status: string
  readonly declined_at: string | null
  readonly asked_again_at: string | null
  readonly asked_again_by: string | null
}

/** That the client has declined, and who asked again: it stays when it is signed after all. Null where the status says it. */
export function declineText({ status, declined_at, asked_again_at, asked_again_by }: Declined): string | null {
  if (declined_at === null || (status === 'declined' && asked_again_at === null)) return null
  const declined = `Declined on ${formatDay(declined_at)}`
  return asked_again_at === null ? declined : markText(`${declined}, asked again`, asked_again_by, asked_again_at)
}
