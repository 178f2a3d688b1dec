import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { alertFailure } from '../../../shared/dialogs/dialogs'

/** How long a value stays revealed, in milliseconds. */
export const revealTime = 30_000

interface Reveal {
  readonly state: 'hidden' | 'shown' | 'hidden again'
  /** The value while it is shown. */
  readonly value: string | null
  readonly busy: boolean
  readonly toggle: () => void
}

/** The server audits it. It is dropped after `revealTime`, or when page or window is out of view. */
export function useReveal(fetchValue: () => Promise<string | null>): Reveal {
  const [{ state, value }, setState] = useState<Pick<Reveal, 'state' | 'value'>>({ state: 'hidden', value: null })
  const report = useMutation({
    mutationFn: fetchValue,
    // The cache of mutations must not keep the value.
    gcTime: 0,
    onSuccess: (fetched) => {
      if (document.visibilityState === 'visible') setState({ state: 'shown', value: fetched })
    },
    onError: (error) => alertFailure('The value could not be shown. Please try again.', error),
  })
  const { reset: forget } = report
  useEffect(() => {
    if (state !== 'shown') return
    const hide = () => {
      setState({ state: 'hidden again', value: null })
      forget()
    }
    // Synchronously: the browser may not render a hidden page again before someone else sees it.
    const hideNow = () => flushSync(hide)
    const timer = setTimeout(hide, revealTime)
    document.addEventListener('visibilitychange', hideNow)
    window.addEventListener('pagehide', hideNow)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', hideNow)
      window.removeEventListener('pagehide', hideNow)
    }
  }, [state, forget])

  const toggle = () => {
    if (state === 'shown') {
      setState({ state: 'hidden again', value: null })
      forget()
    } else if (!report.isPending) report.mutate()
  }
  return { state, value, busy: report.isPending, toggle }
}
