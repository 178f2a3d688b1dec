import type { ReminderPlan } from '@agency/contract/session-reminders'
import { useQuery } from '@tanstack/react-query'
import { capabilitiesQuery } from '../../shared/capabilities'
import { counted } from '../../shared/formatting'
import { LoadFailure } from '../../shared/loading/load-failure'
import { Loading } from '../../shared/loading/loading'
import { PageHeading } from '../../shared/page-heading'
import styles from './settings-frame.module.css'

/** When clients are reminded of what they have not signed. */
export function RemindersPage() {
  const { data, isError, refetch } = useQuery(capabilitiesQuery())
  return (
    <div className={styles.stack}>
      <PageHeading title="Reminders">Reminders</PageHeading>
      {data === undefined && isError && <LoadFailure message="The reminders could not be loaded." retry={refetch} />}
      {data === undefined && !isError && <Loading label="Loading reminders" skeleton={styles.loading} />}
      {data?.reminder_plan !== undefined && (
        <section className={`card ${styles.stack}`} aria-label="Plan">
          <p>{planText(data.reminder_plan)}</p>
          <p>
            They go out at 10 in the morning where the client lives. The plan of one session is changed on its page.
          </p>
          <p className="field-hint">
            Whoever runs the server sets this plan for the agency in its settings file (.env): REMINDER_DAYS,
            REMINDER_REPEAT_DAYS and REMINDER_MOST.
          </p>
        </section>
      )}
    </div>
  )
}

export function planText({ days, repeat_days, most }: ReminderPlan): string {
  if (most === 0 || (days.length === 0 && repeat_days === 0)) return 'Clients get no reminders.'
  const list = new Intl.ListFormat('en').format(days.map(String))
  const first =
    days.length === 0 ? '' : ` ${list} ${days.length === 1 && days[0] === 1 ? 'day' : 'days'} after it was sent`
  const then = repeat_days === 0 ? '' : `${first === '' ? '' : ', then'} every ${counted(repeat_days, 'day')}`
  return `Clients are reminded of an open session${first}${then}, at most ${most === 1 ? 'once' : `${most} times`}.`
}
