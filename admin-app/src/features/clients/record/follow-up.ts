import { formatLongDate } from '../../../shared/formatting'

const dayLength = 86_400_000

/** A follow-up date as a long date with how far it is from a day, both `YYYY-MM-DD`: `December 4, 2026 (in 13 days)`. */
export function formatFollowUp(date: string, day: string): string {
  return `${formatLongDate(date)} (${relative(Math.round((Date.parse(date) - Date.parse(day)) / dayLength))})`
}

function relative(days: number): string {
  if (days === 0) return 'today'
  const count = `${Math.abs(days)} ${Math.abs(days) === 1 ? 'day' : 'days'}`
  return days > 0 ? `in ${count}` : `${count} ago`
}
