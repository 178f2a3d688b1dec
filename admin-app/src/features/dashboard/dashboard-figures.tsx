import { dashboardApi } from '@agency/contract/dashboard-figures'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from '../../shared/call'
import { startOfDay, useToday, yesterday } from '../../shared/dates/today'
import { LoadFailure } from '../../shared/loading/load-failure'
import {
  clientsProposing,
  clientsToFollowUp,
  sessionsDeclined,
  sessionsSignedSince,
  sessionsUnsealed,
  sessionsWaiting,
} from '../../shared/paths'
import { Tiles } from './tiles'

/** The figures of the dashboard. @param day today and yesterday in the local time zone, both `YYYY-MM-DD` */
const figuresQuery = (day: { readonly today: string; readonly yesterday: string }) =>
  callQuery(['clients', 'today', day], dashboardApi.figures, {
    query: { date: day.today, since: startOfDay(day.yesterday) },
  })

/** The figures of what needs doing today. Each one links to its list. */
export function DashboardFigureTiles() {
  const day = { today: useToday(), yesterday: yesterday() }
  const { data: counts, isError, refetch } = useQuery(figuresQuery(day))
  if (isError && counts === undefined)
    return <LoadFailure message="The figures of today could not be loaded." retry={refetch} />
  return (
    <Tiles
      tiles={[
        { label: 'Overdue follow-ups', to: clientsToFollowUp('overdue'), count: counts?.overdue, urgent: true },
        { label: 'Follow-ups within 7 days', to: clientsToFollowUp('coming'), count: counts?.coming },
        { label: 'Sessions waiting for the client', to: sessionsWaiting, count: counts?.waiting },
        {
          label: 'Sessions signed since yesterday',
          to: sessionsSignedSince(day.yesterday),
          count: counts?.signed,
        },
        { label: 'Declined sessions', to: sessionsDeclined, count: counts?.declined, urgent: true },
        { label: 'Signed, but could not be sealed', to: sessionsUnsealed, count: counts?.unsealed, urgent: true },
        { label: 'Client changes to review', to: clientsProposing, count: counts?.proposals },
      ]}
    />
  )
}
