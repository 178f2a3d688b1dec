import { useEffect, useState } from 'react'
import { focusOnPage } from '../focus-on-page'

interface Entry<View> {
  /** Whether the view is the one whose rows are waited for. */
  readonly when: (view: View) => boolean
  /** Whether the page scrolls to its start, as after paging. */
  readonly toTop: boolean
}

/**
 * Focuses the first row, else the page's heading.
 * @param ready whether the shown rows are the view's
 * @returns the function that asks for it
 */
export function useRowFocus<View>(view: View, ready: boolean): (entry: Entry<View>) => void {
  const [entry, setEntry] = useState<Entry<View> | null>(null)
  useEffect(() => {
    if (entry === null || !ready || !entry.when(view)) return
    setEntry(null)
    if (entry.toTop) window.scrollTo({ top: 0, behavior: 'instant' })
    const row = document.querySelector<HTMLElement>('main tbody a') ?? document.querySelector<HTMLElement>('main h1')
    focusOnPage(row, { preventScroll: entry.toTop })
  }, [entry, ready, view])
  return setEntry
}
