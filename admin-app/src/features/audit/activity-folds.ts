import type { AuditEvent } from '@agency/contract/audit'

/** Events that are shown as one entry: the newest, and older ones of the same kind and person that follow it. */
export interface ActivityEntry {
  readonly event: AuditEvent
  readonly folded: readonly AuditEvent[]
}

/** Whether somebody only looked at a record. */
export const isOpening = ({ action }: AuditEvent): boolean => action.endsWith('.opened')

const said = ({ action, actor_id, actor_kind, subject_id, fields, detail, reason }: AuditEvent): string =>
  JSON.stringify([action, actor_id, actor_kind, subject_id, fields, detail, reason])

/** Folds consecutive openings of one record by one person, of the same fields: they are frequent, and say the same. */
export function foldOpenings(events: readonly AuditEvent[]): ActivityEntry[] {
  const entries: { event: AuditEvent; folded: AuditEvent[] }[] = []
  for (const event of events) {
    const last = entries.at(-1)
    if (last && isOpening(event) && said(last.event) === said(event)) last.folded.push(event)
    else entries.push({ event, folded: [] })
  }
  return entries
}
