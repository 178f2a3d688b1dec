import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from 'react-router-dom'
import { healthQuery } from '../../features/health/health-api'
import { useLogin } from '../../shared/login-store'
import { paths } from '../../shared/paths'
import styles from './health-banner.module.css'

/** Polling interval, in milliseconds. */
const interval = 5 * 60_000

/** Shows admins with power access that a health check fails, on every page except Health. */
export function HealthBanner() {
  const isPower = useLogin(({ login }) => login?.role === 'power')
  const { pathname } = useLocation()
  const { data = [] } = useQuery({ ...healthQuery, enabled: isPower, refetchInterval: interval, staleTime: interval })
  const failing = data.filter(({ state }) => state === 'failing').map(({ title }) => title)
  const isShown = isPower && failing.length > 0 && pathname !== paths.health
  return (
    <div aria-live="polite">
      {isShown && (
        <p className={styles.banner}>
          Failing: {failing.join(', ')}. <Link to={paths.health}>See Health</Link>
        </p>
      )}
    </div>
  )
}
