import type { ReminderPlan } from '@agency/contract/session-reminders'
import { counted } from '../../../shared/formatting'

/** A plan in words: `On days 3 and 7, then every 7 days; at most 6.` */
export function planText({ days, repeat_days, most }: ReminderPlan): string {
  if (most === 0 || (days.length === 0 && repeat_days === 0)) return 'No reminders, only a message on the last day.'
  const listed = new Intl.ListFormat('en-US').format(days.map(String))
  const every = `every ${counted(repeat_days, 'day')}`
  const first = days.length === 0 ? `E${every.slice(1)}` : `On ${days.length === 1 ? 'day' : 'days'} ${listed}`
  const then = days.length === 0 || repeat_days === 0 ? '' : `, then ${every}`
  return `${first}${then}; at most ${most}. A message on the last day.`
}

/** Reads typed days, such as `3, 7`. @returns undefined if they are not rising days from 1 to 365 */
export function readDays(typed: string): number[] | undefined {
  const parts = typed.split(/[\s,]+/).filter(Boolean)
  const days = parts.map(Number)
  const isRising = days.every((day, n) => Number.isInteger(day) && day <= 365 && day > (days[n - 1] ?? 0))
  return isRising && days.length <= 20 ? days : undefined
}
