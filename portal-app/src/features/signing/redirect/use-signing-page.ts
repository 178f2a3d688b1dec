import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { problemOf } from '../../../shared/api.ts'
import { makeEnvelope } from '../../../shared/open-document.ts'
import { sessionFormsQuery } from '../../../shared/session-forms-api.ts'
import { useOpenSession } from '../../../shared/session-store.ts'
import { isCodeRequired } from '../signing-api.ts'
import { leaveFor } from './leave-portal.ts'

/** Opens the provider's signing page. Its address is valid once and briefly, so each press requests a new one. */
export function useSigningPage(formId: string) {
  const queries = useQueryClient()
  const { queryKey } = sessionFormsQuery(useOpenSession().id)
  const leaving = useRef(false)
  const [needsCode, setNeedsCode] = useState(false)
  const [wasCodeAsked, setCodeAsked] = useState(false)
  const { isPending, isSuccess, error, mutate, reset } = useMutation({
    mutationFn: async () => {
      const { signing } = await makeEnvelope(formId)
      if (signing.kind !== 'redirect') throw new Error('The document is not signed by redirect.')
      leaveFor(signing.url)
    },
    gcTime: 0,
    onError: async (refusal) => {
      leaving.current = false
      setNeedsCode(isCodeRequired(refusal))
      if (isCodeRequired(refusal)) setCodeAsked(true)
      if (problemOf(refusal).code === 'WRONG_STATE') await queries.invalidateQueries({ queryKey })
    },
  })
  // Back restores this page with its old state.
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => {
      if (!event.persisted) return
      leaving.current = false
      reset()
      void queries.invalidateQueries({ queryKey })
    }
    window.addEventListener('pageshow', onShow)
    return () => window.removeEventListener('pageshow', onShow)
  }, [queries, queryKey, reset])
  const start = () => {
    // A second tap may come before React renders the first, or before the page is left.
    if (leaving.current) return
    leaving.current = true
    mutate()
  }
  const confirmCode = () => {
    setNeedsCode(false)
    start()
  }
  return {
    isLeaving: isPending || isSuccess,
    error: isCodeRequired(error) ? null : error,
    start,
    needsCode,
    /** The screen of the code has replaced the button to the page. */
    wasCodeAsked,
    confirmCode,
    leaveCode: () => setNeedsCode(false),
  }
}
