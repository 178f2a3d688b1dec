import { type RecordReadAlert, RecordReadAlerts } from '@agency/contract/record-reads'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { parseAnswer } from '../../shared/answer'
import { api } from '../../shared/api'
import { formatMoment } from '../../shared/formatting'
import { LoadFailure } from '../../shared/loading/load-failure'
import { useLogin } from '../../shared/login-store'
import { paths } from '../../shared/paths'
import styles from './dashboard-page.module.css'

/** Staff who opened many client records within an hour. The server returns it to power admins alone. */
const readAlertsQuery = queryOptions({
  queryKey: ['record-read-alerts'],
  queryFn: async ({ signal }) =>
    parseAnswer(RecordReadAlerts, await api().get('record-reads/alerts', { signal }).json()),
})

/** Shows power admins who opened many client records in the last seven days. Renders nothing without alerts. */
export function ReadAlerts() {
  const isPower = useLogin(({ login }) => login?.role === 'power')
  const { data, isError, refetch } = useQuery({ ...readAlertsQuery, enabled: isPower })
  if (!isPower) return null
  if (isError && data === undefined)
    return <LoadFailure message="Warnings about opened client records could not be loaded." retry={refetch} />
  if (data === undefined || data.alerts.length === 0) return null
  return (
    <section aria-labelledby="read-alerts">
      <h2 id="read-alerts" className={styles.heading}>
        Many client records opened
      </h2>
      <ul className={styles.alerts}>
        {data.alerts.map((alert) => (
          <Alert key={alert.id} alert={alert} />
        ))}
      </ul>
    </section>
  )
}

function Alert({ alert: { admin_id, admin_name, at, detail, refused } }: { readonly alert: RecordReadAlert }) {
  const outcome = refused ? 'Further requests were refused for the rest of the hour.' : 'Nothing was refused.'
  return (
    <li className="notice" data-tone={refused ? 'danger' : 'warning'}>
      {admin_name === null ? 'A former admin' : <Link to={paths.admin(admin_id)}>{admin_name}</Link>}
      {`: records of ${detail}, ${formatMoment(at)}. ${outcome}`}
    </li>
  )
}
