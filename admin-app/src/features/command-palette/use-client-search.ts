import { ClientListItem } from '@agency/contract/clients'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import Type from 'typebox'
import { parseAnswer, readTotal } from '../../shared/answer'
import { api } from '../../shared/api'

/** How many clients are offered. */
const most = 8
/** How long typing must rest before the server is asked, in milliseconds. */
const pause = 200

/** The first of the clients whom a text may mean; an overtaken request is cancelled. */
const foundClientsQuery = (q: string) =>
  queryOptions({
    queryKey: ['clients', 'found', q],
    queryFn: async ({ signal }) => {
      const response = await api().get('clients', { searchParams: { q, limit: most }, signal })
      return {
        clients: parseAnswer(Type.Array(ClientListItem), await response.json()),
        total: readTotal(response.headers),
      }
    },
  })

/** Looks for clients while someone types. What was found for an earlier text is never given. */
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
