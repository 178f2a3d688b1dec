import { useQuery } from '@tanstack/react-query'
import { useOpenSession } from '../../../shared/open-session.ts'
import { sessionFormsQuery } from '../../../shared/session-forms-api.ts'

/** Milliseconds between two looks, and after a minute of that. */
const poll = { soon: 1_500, late: 10_000, looks: 40 }

/** Has the session's documents asked for again and again, as long as it is on screen. */
export function useFollowing(): void {
  useQuery({
    ...sessionFormsQuery(useOpenSession().id),
    refetchInterval: ({ state }) => (state.dataUpdateCount < poll.looks ? poll.soon : poll.late),
  })
}
