import { readSessionCode } from '@agency/contract/session-code'
import { type SessionListItem, sessionApi } from '@agency/contract/sessions'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../shared/call'

const sessionByCodeQuery = (code: string) =>
  queryOptions({
    queryKey: ['sessions', 'found', code],
    queryFn: async ({ signal }) => {
      const sessions = await call(sessionApi.list, { query: { q: code, limit: 8 }, signal })
      return sessions.filter(({ session_code }) => session_code === code)
    },
  })

/** The session whose code is typed, in any form of writing. */
export function useSessionSearch(text: string): readonly SessionListItem[] {
  const code = readSessionCode(text)
  const { data } = useQuery({ ...sessionByCodeQuery(code ?? ''), enabled: code !== undefined })
  return code === undefined ? [] : (data ?? [])
}
