import type { SessionListItem } from '@agency/contract/sessions'
import { type ReactNode, useState } from 'react'
import { CopyButton } from '../../../shared/controls/copy-button'
import { CallLink } from '../../../shared/desk/call-link'
import { clientName, dash, formatShortDate } from '../../../shared/formatting'
import { paths } from '../../../shared/paths'
import { progressText } from '../../../shared/session-documents'
import typeStyles from '../../../shared/session-type/session-type.module.css'
import { Button } from '../../../shared/shared-ui'
import { moveAlongRows } from '../../../shared/tables/roving-rows'
import { type FollowLink, RowLink, useFollowLink } from '../../../shared/tables/row-link'
import { TableHead } from '../../../shared/tables/table-head'
import { usePermission } from '../../../shared/use-permission'
import { type ReminderOutcome, useReminders } from './use-reminders'
import styles from './waiting-sessions.module.css'

interface WaitingSessionsProps {
  /** The longest waiting first. */
  readonly sessions: readonly SessionListItem[]
  /** Whether the rows are still those of the previous view. */
  readonly stale: boolean
}

/** Who has not signed: the clients of one page can be called and reminded, one by one or many at once. */
export function WaitingSessions({ sessions, stale }: WaitingSessionsProps) {
  const { outcomes, busy, remind } = useReminders()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const mayRemind = usePermission('sessions.write')
  const follow = useFollowLink()
  const chosen = sessions.filter(({ id }) => selected.has(id))
  const toggle = (id: string) => {
    const next = new Set(selected)
    if (!next.delete(id)) next.add(id)
    setSelected(next)
  }
  return (
    <div className={styles.waiting}>
      {mayRemind && (
        <section className={styles.bar} aria-label="Selected sessions">
          <label className="choice">
            <input
              type="checkbox"
              checked={chosen.length === sessions.length}
              onChange={({ target }) => setSelected(new Set(target.checked ? sessions.map(({ id }) => id) : []))}
            />{' '}
            Select this page
          </label>
          <p role="status">{summaryOf(chosen, outcomes, busy)}</p>
          <Button busy={busy} busyLabel="Reminding..." disabled={chosen.length === 0} onClick={() => remind(chosen)}>
            Remind Selected
          </Button>
        </section>
      )}
      <div className="table-wrap">
        <table className="table stacked" aria-label="Sessions" aria-busy={stale}>
          <TableHead
            columns={[
              'Client',
              'Phone',
              'Type',
              'Sent',
              'Opened',
              'Documents',
              { label: 'Reminder', isHidden: !mayRemind },
            ]}
          />
          <tbody>
            {sessions.map((session) => (
              <WaitingRow
                key={session.id}
                session={session}
                selected={selected.has(session.id)}
                onSelect={() => toggle(session.id)}
                outcome={outcomes.get(session.id)}
                busy={busy}
                onRemind={mayRemind ? () => remind([session]) : undefined}
                onFollow={follow}
              />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

interface WaitingRowProps {
  readonly session: SessionListItem
  readonly selected: boolean
  readonly onSelect: () => void
  readonly outcome: ReminderOutcome | undefined
  readonly busy: boolean
  /** Undefined for those who may not remind. */
  readonly onRemind: (() => void) | undefined
  readonly onFollow: FollowLink
}

function WaitingRow({ session, selected, onSelect, outcome, busy, onRemind, onFollow }: WaitingRowProps) {
  const name = clientName(session) || dash
  const label = `${name}, ${session.session_type} session`
  return (
    <tr data-clickable>
      <td data-label="Client">
        <span className={styles.client}>
          {onRemind !== undefined && (
            <input
              type="checkbox"
              className={styles.over}
              aria-label={`Select ${label}`}
              checked={selected}
              onKeyDown={moveAlongRows}
              onChange={onSelect}
            />
          )}
          <RowLink
            className={`stacked-row-link ${styles.link}`}
            to={paths.session(session.client_id, session.session_code)}
            onFollow={onFollow}
            onKeyDown={moveAlongRows}
            aria-label={label}
          >
            {name}
          </RowLink>
        </span>
      </td>
      <td data-label="Phone">
        <span className={styles.over}>
          {session.client_phone === null ? dash : <CallLink phone={session.client_phone} shown />}
        </span>
      </td>
      <td data-label="Type" className={typeStyles.type}>
        {session.session_type}
      </td>
      <td data-label="Sent">{formatShortDate(session.sent_at)}</td>
      <td data-label="Opened">{formatShortDate(session.opened_at)}</td>
      <td data-label="Documents">{progressText(session)}</td>
      <td data-label="Reminder">
        <Reminder session={session} outcome={outcome}>
          {onRemind !== undefined && (
            <Button
              variant="secondary"
              aria-label={`Remind ${name}`}
              aria-disabled={busy}
              onKeyDown={moveAlongRows}
              onClick={() => busy || onRemind()}
            >
              Remind
            </Button>
          )}
        </Reminder>
      </td>
    </tr>
  )
}

function summaryOf(
  chosen: readonly SessionListItem[],
  outcomes: ReadonlyMap<string, ReminderOutcome>,
  busy: boolean,
): string {
  if (outcomes.size === 0 || busy) return `${chosen.length} selected`
  const sent = [...outcomes.values()].filter((outcome) => 'sent' in outcome && outcome.sent).length
  const rest = outcomes.size - sent
  return `${sent} reminded by email${rest === 0 ? '' : `, ${rest} not: see the rows`}`
}

interface ReminderProps {
  readonly session: SessionListItem
  readonly outcome: ReminderOutcome | undefined
  readonly children: ReactNode
}

/** When the client was last reminded, and what became of it. */
function Reminder({ session: { reminded_at }, outcome, children }: ReminderProps) {
  return (
    <div className={`${styles.over} ${styles.reminder}`}>
      {children}
      {outcome === undefined && reminded_at !== null && <small>Last {formatShortDate(reminded_at)}</small>}
      {outcome !== undefined && <small role="status">{textOf(outcome)}</small>}
      {outcome !== undefined && 'text' in outcome && (
        <CopyButton text={outcome.text} label="Copy reminder" caption="Copy" />
      )}
    </div>
  )
}

function textOf(outcome: ReminderOutcome): string {
  if ('failure' in outcome) return outcome.failure
  return outcome.sent ? 'An email is being sent.' : 'No email can be sent. Copy the text, and send it in another way.'
}
