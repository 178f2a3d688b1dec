import { type RevealAlerts as Answer, type RevealAlert, revealAlertApi } from '@agency/contract/reveal-alerts'
import { type UseQueryResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { readRefusal } from '../../shared/api-error'
import { call, callQuery } from '../../shared/call'
import { alertFailure, alert as tell } from '../../shared/dialogs/dialogs'
import { focusOnPage } from '../../shared/focus-on-page'
import { counted, formatMoment } from '../../shared/formatting'
import { Button } from '../../shared/shared-ui'
import { usePermission } from '../../shared/use-permission'
import { AlertedAdmin, AlertSection } from './alert-section'
import styles from './dashboard-page.module.css'

export const revealAlertsQuery = callQuery(['reveal-alerts'], revealAlertApi.list)

/** Who looked at sensitive values of unusually many clients. Renders nothing without alerts. */
export function RevealAlerts({ answer }: { readonly answer: UseQueryResult<Answer> }) {
  return (
    <AlertSection
      id="reveal-alerts"
      heading="Unusual access to sensitive data"
      failure="Warnings about unusual access could not be loaded."
      answer={answer}
    >
      {(alert) => <Alert key={alert.id} alert={alert} />}
    </AlertSection>
  )
}

function Alert({ alert }: { readonly alert: RevealAlert }) {
  const { admin_id, admin_name, clients, usual_clients, raised_at, acknowledged_at, acknowledged_by_name } = alert
  const mayAcknowledge = usePermission('alerts.acknowledge')
  const isOpen = acknowledged_at === null
  const usual = usual_clients === null ? '' : ` Usually it is about ${Math.max(1, Math.round(usual_clients))}.`
  const outcome = isOpen ? '' : ` Acknowledged by ${acknowledged_by_name ?? 'a former admin'}.`
  return (
    <li className={`notice ${styles.alert}`} data-tone={isOpen ? 'danger' : undefined}>
      <p>
        <AlertedAdmin id={admin_id} name={admin_name} />
        {`: sensitive data of ${counted(clients, 'client')} within an hour, ${formatMoment(raised_at)}.${usual}${outcome}`}
      </p>
      {isOpen && mayAcknowledge && <Acknowledge id={alert.id} name={admin_name ?? 'a former admin'} />}
    </li>
  )
}

function Acknowledge({ id, name }: { readonly id: string; readonly name: string }) {
  const queryClient = useQueryClient()
  const acknowledge = useMutation({
    mutationFn: () => call(revealAlertApi.acknowledge, { params: { id } }),
    onSuccess: async () => {
      // The button is removed.
      focusOnPage(document.getElementById('reveal-alerts'))
      await queryClient.invalidateQueries({ queryKey: revealAlertsQuery.queryKey })
    },
    onError: async (error) => {
      if (readRefusal(error)?.status === 409)
        await tell('This alert is about you. Another power admin has to acknowledge it.')
      else await alertFailure('The alert could not be acknowledged. Please try again.', error)
    },
  })
  return (
    <Button
      variant="secondary"
      aria-label={`Acknowledge the alert about ${name}`}
      busy={acknowledge.isPending}
      busyLabel="Saving..."
      onClick={() => acknowledge.mutate()}
    >
      Acknowledge
    </Button>
  )
}
