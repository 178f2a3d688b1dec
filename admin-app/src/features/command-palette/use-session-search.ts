import { readSessionCode } from '@agency/contract/session-code'
import { SessionListItem } from '@agency/contract/sessions'
import { queryOptions, useQuery } from '@tanstack/react-query'
import * as Type from 'typebox'
import { parseAnswer } from '../../shared/answer'
import { api } from '../../shared/api'

const sessionByCodeQuery = (code: string) =>
  queryOptions({
    queryKey: ['sessions', 'found', code],
    queryFn: async ({ signal }) => {
      const searchParams = { q: code, limit: 8 }
      const sessions = parseAnswer(
        Type.Array(SessionListItem),
        await api().get('sessions', { searchParams, signal }).json(),
      )
      return sessions.filter(({ session_code }) => session_code === code)
    },
  })

/** The session whose code is typed, in any form of writing. */
export function useSessionSearch(text: string): readonly SessionListItem[] {
  const code = readSessionCode(text)
  const { data } = useQuery({ ...sessionByCodeQuery(code ?? ''), enabled: code !== undefined })
  return code === undefined ? [] : (data ?? [])
}
