import type { ReminderPlan } from '@agency/contract/session-reminders'
import { TZDate } from '@date-fns/tz'

/** The data that a session's next message is computed from. Times are milliseconds since the epoch. */
export interface ReminderState {
  plan: ReminderPlan
  timeZone: string
  invitedAt: number
  expiresAt: number
  sent: number
  /** The last message that reminded the client, also one that staff have sent. */
  remindedAt: number | null
  lastDaySent: boolean
}

export interface NextMessage {
  kind: 'reminder' | 'last-day'
  at: number
}

/** The hour at which messages are due in the client's time zone. */
const hourDue = 10
/** Outside these hours, late messages wait for the morning. They allow for a mail server's outage, or a wrong hour. */
const firstHour = 9
const lastHour = 17
const hour = 3_600_000
const day = 24 * hour

/** Counts days by the calendar and clocks of a time zone: 10:00 is 10:00 after a change of clocks. */
function atHour(moment: number, timeZone: string, days: number, hourOfDay = hourDue): number {
  const date = new TZDate(moment, timeZone)
  return new TZDate(date.getFullYear(), date.getMonth(), date.getDate() + days, hourOfDay, timeZone).getTime()
}

/** Undefined without one any more. May be in the past, if no process ran then. */
export function nextMessage(state: ReminderState): NextMessage | undefined {
  const { expiresAt, lastDaySent, timeZone } = state
  const lastDay = atHour(expiresAt - day, timeZone, 0)
  const reminder = nextReminder(state)
  // On the last days, the message of the last day says more.
  if (reminder !== undefined && reminder < lastDay - day) return { kind: 'reminder', at: reminder }
  return lastDaySent || lastDay < state.invitedAt + day ? undefined : { kind: 'last-day', at: lastDay }
}

function nextReminder({ plan, timeZone, invitedAt, sent, remindedAt }: ReminderState): number | undefined {
  const { days, repeat_days: repeat, most } = plan
  if (sent >= most) return undefined
  const listed = days[sent]
  if (listed === undefined && repeat === 0) return undefined
  const planned = listed ?? (days.at(-1) ?? 0) + (sent - days.length + 1) * repeat
  const at = atHour(invitedAt, timeZone, planned)
  // Never two within a day: staff may have reminded the client, or a schedule was paused and has resumed.
  return remindedAt === null || at - remindedAt >= day / 2 ? at : atHour(remindedAt, timeZone, 1)
}

/** When a message that is due may be sent: now by day, else on the next morning in the client's time zone. */
export function outsideNight(now: number, timeZone: string): number {
  const hours = new TZDate(now, timeZone).getHours()
  if (hours < firstHour) return atHour(now, timeZone, 0)
  return hours < lastHour ? now : atHour(now, timeZone, 1)
}
