import { type RecordReadAlert, type RecordReadAlerts, recordReadApi } from '@agency/contract/record-reads'
import type { UseQueryResult } from '@tanstack/react-query'
import { callQuery } from '../../shared/call'
import { formatMoment } from '../../shared/formatting'
import { AlertedAdmin, AlertSection } from './alert-section'

/** Staff who opened many client records within an hour. The server returns it to those who may read alerts. */
export const readAlertsQuery = callQuery(['record-read-alerts'], recordReadApi.alerts)

/** Shows who opened many client records in the last seven days. Renders nothing without alerts. */
export function ReadAlerts({ answer }: { readonly answer: UseQueryResult<RecordReadAlerts> }) {
  return (
    <AlertSection
      id="read-alerts"
      heading="Many client records opened"
      failure="Warnings about opened client records could not be loaded."
      answer={answer}
    >
      {(alert) => <Alert key={alert.id} alert={alert} />}
    </AlertSection>
  )
}

function Alert({ alert: { admin_id, admin_name, at, detail, refused } }: { readonly alert: RecordReadAlert }) {
  const outcome = refused ? 'Further requests were refused for the rest of the hour.' : 'Nothing was refused.'
  return (
    <li className="notice" data-tone={refused ? 'danger' : 'warning'}>
      <AlertedAdmin id={admin_id} name={admin_name} />
      {`: records of ${detail}, ${formatMoment(at)}. ${outcome}`}
    </li>
  )
}
