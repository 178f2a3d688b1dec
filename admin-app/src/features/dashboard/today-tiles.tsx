import { useQuery } from '@tanstack/react-query'
import { useToday } from '../../shared/dates/today'
import { yesterday } from '../../shared/formatting'
import { LoadFailure } from '../../shared/loading/load-failure'
import {
  clientsProposing,
  clientsToFollowUp,
  sessionsSignedSince,
  sessionsUnsealed,
  sessionsWaiting,
} from '../../shared/paths'
import { Tiles } from './tiles'
import { todayQuery } from './today-query'

/** What needs doing today where the reader is: each number leads to its list. */
export function TodayTiles() {
  const day = { today: useToday(), yesterday: yesterday() }
  const { data: counts, isError, refetch } = useQuery(todayQuery(day))
  if (isError && counts === undefined)
    return <LoadFailure message="What needs doing today could not be loaded." retry={refetch} />
  return (
    <Tiles
      tiles={[
        { label: 'Overdue follow-ups', to: clientsToFollowUp('overdue'), count: counts?.overdue, urgent: true },
        { label: 'Follow-ups within 7 days', to: clientsToFollowUp('coming'), count: counts?.coming },
        { label: 'Sessions waiting for the client', to: sessionsWaiting, count: counts?.waiting },
        {
          label: 'Documents signed since yesterday',
          to: sessionsSignedSince(day.yesterday),
          count: counts?.signed,
        },
        ...(counts !== undefined && counts.unsealed > 0
          ? [{ label: 'Signed, but could not be sealed', to: sessionsUnsealed, count: counts.unsealed, urgent: true }]
          : []),
        { label: 'Clients who propose changes', to: clientsProposing, count: counts?.proposals },
      ]}
    />
  )
}
