import type { ClientFieldName } from '@agency/contract/client-fields'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { alertFailure } from '../../../shared/dialogs/dialogs'
import { reportShownField } from '../clients-api'

/** How long a value stays uncovered, in milliseconds. */
export const shownFor = 30_000

interface Uncovered {
  readonly state: 'hidden' | 'shown' | 'hidden again'
  readonly busy: boolean
  readonly toggle: () => void
}

/**
 * Whether one masked value of a client is uncovered. It is so only once the audit trail has it, and no longer than
 * `shownFor`: not when the page is left, nor when the window goes out of sight.
 */
export function useUncovered(clientId: string, field: ClientFieldName): Uncovered {
  const [state, setState] = useState<Uncovered['state']>('hidden')
  const report = useMutation({
    mutationFn: () => reportShownField(clientId, field),
    onSuccess: () => {
      if (document.visibilityState === 'visible') setState('shown')
    },
    onError: (error) => alertFailure('The value could not be shown. Please try again.', error),
  })
  useEffect(() => {
    if (state !== 'shown') return
    const cover = () => setState('hidden again')
    // At once: a page that is out of sight may not be drawn again before someone else looks at it.
    const coverNow = () => flushSync(cover)
    const timer = setTimeout(cover, shownFor)
    document.addEventListener('visibilitychange', coverNow)
    window.addEventListener('pagehide', coverNow)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', coverNow)
      window.removeEventListener('pagehide', coverNow)
    }
  }, [state])

  const toggle = () => {
    if (state === 'shown') setState('hidden again')
    else if (!report.isPending) report.mutate()
  }
  return { state, busy: report.isPending, toggle }
}
