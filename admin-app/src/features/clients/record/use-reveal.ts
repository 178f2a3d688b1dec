import type { ClientFieldName } from '@agency/contract/client-fields'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { alertFailure } from '../../../shared/dialogs/dialogs'
import { reportReveal } from '../clients-api'

/** How long a value stays revealed, in milliseconds. */
export const revealTime = 30_000

interface Reveal {
  readonly state: 'hidden' | 'shown' | 'hidden again'
  readonly busy: boolean
  readonly toggle: () => void
}

/**
 * Reveals one masked value of a client, after the server has written the reveal to the audit trail. The value is hidden
 * again after `revealTime`, when the page is left, and when the window is no longer visible.
 */
export function useReveal(clientId: string, field: ClientFieldName): Reveal {
  const [state, setState] = useState<Reveal['state']>('hidden')
  const report = useMutation({
    mutationFn: () => reportReveal(clientId, field),
    onSuccess: () => {
      if (document.visibilityState === 'visible') setState('shown')
    },
    onError: (error) => alertFailure('The value could not be shown. Please try again.', error),
  })
  useEffect(() => {
    if (state !== 'shown') return
    const hide = () => setState('hidden again')
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
  }, [state])

  const toggle = () => {
    if (state === 'shown') setState('hidden again')
    else if (!report.isPending) report.mutate()
  }
  return { state, busy: report.isPending, toggle }
}
