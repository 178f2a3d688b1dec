import { type RecordReadAlert, RecordReadAlerts } from '@agency/contract/record-reads'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { parseAnswer } from '../../shared/answer'
import { api } from '../../shared/api'
import { formatMoment } from '../../shared/formatting'
import { paths } from '../../shared/paths'
import { usePermission } from '../../shared/use-permission'
import { AlertSection } from './alert-section'

/** Staff who opened many client records within an hour. The server returns it to those who may read alerts. */
const readAlertsQuery = queryOptions({
  queryKey: ['record-read-alerts'],
  queryFn: async ({ signal }) =>
    parseAnswer(RecordReadAlerts, await api().get('record-reads/alerts', { signal }).json()),
})

/** Shows who opened many client records in the last seven days. Renders nothing without alerts. */
export function ReadAlerts() {
  const mayRead = usePermission('alerts.read')
  const query = useQuery({ ...readAlertsQuery, enabled: mayRead })
  if (!mayRead) return null
  return (
    <AlertSection
      id="read-alerts"
      heading="Many client records opened"
      failure="Warnings about opened client records could not be loaded."
      query={query}
    >
      {(alert) => <Alert key={alert.id} alert={alert} />}
    </AlertSection>
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
