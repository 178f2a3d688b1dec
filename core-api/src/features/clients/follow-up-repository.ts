import type { followUps } from '@agency/contract/clients'
import { sql } from 'kysely'

/**
 * Whether a client's follow-up is overdue, or comes today or on the seven days after.
 * @param date today, `YYYY-MM-DD`
 */
export function followUp(which: (typeof followUps)[number], date: string) {
  if (which === 'overdue') return sql<boolean>`next_f_u_date < ${date}::date`
  return sql<boolean>`next_f_u_date BETWEEN ${date}::date AND ${date}::date + 7`
}
