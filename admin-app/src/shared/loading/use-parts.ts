import { startTransition, useCallback, useEffect, useState } from 'react'

interface Parts {
  /** How many of the items to render now. */
  readonly shown: number
  readonly isWhole: boolean
  /** Renders the rest with the next render, such as before one of the items is scrolled to. */
  readonly showAll: () => void
}

/** One by one, each after the former is painted, for shorter tasks. @param atOnce for a restored scroll position */
export function useParts(count: number, { atOnce }: { readonly atOnce: boolean }): Parts {
  const [shown, setShown] = useState(atOnce || count === 0 ? Number.POSITIVE_INFINITY : 0)
  const isWhole = shown >= count
  useEffect(() => {
    if (shown === Number.POSITIVE_INFINITY) return
    // The last item and the end of the list are one render: another one would render all items again.
    startTransition(() => setShown(shown + 1 >= count ? Number.POSITIVE_INFINITY : shown + 1))
  }, [shown, count])
  const showAll = useCallback(() => setShown(Number.POSITIVE_INFINITY), [])
  return { shown, isWhole, showAll }
}
