import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from 'react-router-dom'
import { healthQuery } from '../../features/health/health-query'
import { LateNotice } from '../../shared/late-notices'
import { paths } from '../../shared/paths'
import { usePermission } from '../../shared/use-permission'

/** Polling interval, in milliseconds. */
const interval = 5 * 60_000

/** Shows admins with power access that a health check fails, on every page except Health. */
export function HealthBanner() {
  const mayRead = usePermission('alerts.read')
  const { pathname } = useLocation()
  const { data = [] } = useQuery({ ...healthQuery, enabled: mayRead, refetchInterval: interval, staleTime: interval })
  const failing = data.filter(({ state }) => state === 'failing').map(({ title }) => title)
  const isShown = mayRead && failing.length > 0 && pathname !== paths.health
  if (!isShown) return null
  return (
    <LateNotice>
      Failing: {failing.join(', ')}. <Link to={paths.health}>See Health</Link>
    </LateNotice>
  )
}
