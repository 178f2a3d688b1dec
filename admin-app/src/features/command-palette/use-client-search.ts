import { clientApi } from '@agency/contract/clients'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { callPage } from '../../shared/call'

/** The most clients that are listed. */
const most = 8
/** Pause in typing after which the server is asked, in milliseconds. */
const pause = 200

/** The first clients that match a text. A request for an older text is cancelled. */
const foundClientsQuery = (q: string) =>
  queryOptions({
    queryKey: ['clients', 'found', q],
    queryFn: async ({ signal }) => {
      const { rows: clients, total } = await callPage(clientApi.list, { query: { q, limit: most }, signal })
      return { clients, total }
    },
  })

/** Searches clients while the person types. Results for an older text are never returned. */
export function useClientSearch(text: string) {
  const [rested, setRested] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), pause)
    return () => clearTimeout(timer)
  }, [text])
  const current = text !== '' && text === rested
  const { data, isError } = useQuery({ ...foundClientsQuery(rested), enabled: current })
  return {
    found: current ? data : undefined,
    failed: current && isError,
    searching: text !== '' && !(current && (isError || data !== undefined)),
  }
}
