import {
  type DocumentStatus,
  doneStatuses,
  openStatuses,
  type SessionState,
  type SessionStatus,
  type unfinishedStates,
  unfinishedStatuses,
} from '@agency/contract/session-state'
import { type RawBuilder, sql } from 'kysely'
import { sessionNotArchived } from './not-archived.ts'

/** Says `@agency/contract/session-state` in SQL; `envelope-conditions.test.ts` runs one table through both. */

// In the text of the statement: an index over some statuses is used for these alone.
const listed = (statuses: readonly string[]) => sql.join(statuses.map((status) => sql.lit(status)))
const ofDocument = (statuses: readonly DocumentStatus[]) => sql<boolean>`session_forms.status IN (${listed(statuses)})`

/** Of a document: it waits for its client; the client has done it; it counts among those of its session. */
export const isOpen = ofDocument(openStatuses)
export const isDone = ofDocument(doneStatuses)
export const isCounted = sql<boolean>`session_forms.status <> 'voided'`
const wasSent = sql<boolean>`(session_forms.status <> 'pending' OR session_forms.sent_at IS NOT NULL)`
const wasOpened = sql<boolean>`(session_forms.status = 'viewed' OR session_forms.read_at IS NOT NULL)`
/** A document whose PDF is not accepted does not exist for its client. */
export const isAccepted = sql<boolean>`NOT EXISTS (SELECT FROM pdf_checks WHERE pdf_checks.session_form_id = session_forms.id)`

const hasDocument = (condition: RawBuilder<boolean>) => sql<boolean>`EXISTS (
  SELECT FROM session_forms WHERE session_forms.session_id = sessions.id AND ${isCounted} AND ${condition})`

const isUnfinished = sql<boolean>`sessions.status IN (${listed(unfinishedStatuses)})`
export const hasExpired = sql<boolean>`sessions.expires_at <= now()`
export const isRunning = sql<boolean>`(${isUnfinished} AND sessions.expires_at > now())`

/** Of a session: its status as it is shown. An unfinished session is expired after its expiry, whatever is stored. */
export const shownStatus = sql<SessionStatus>`CASE WHEN ${isUnfinished} AND ${hasExpired} THEN 'expired'
  ELSE sessions.status END`

const isDraft = sql<boolean>`(sessions.sent_at IS NULL AND NOT ${hasDocument(sql`(${wasSent} OR ${wasOpened})`)})`

export const sessionState = sql<SessionState>`CASE WHEN NOT ${isRunning} THEN ${shownStatus}
  WHEN ${hasDocument(isDone)} THEN 'partly_done' WHEN ${hasDocument(wasOpened)} THEN 'opened'
  WHEN ${isDraft} THEN 'draft' ELSE 'sent' END`

/** Of a session: it is shown with this status, or is in this state. The stored status has an index. */
export const hasStatus = (status: SessionStatus) => {
  if (status === 'expired') return sql<boolean>`${isUnfinished} AND ${hasExpired}`
  const stored = sql<boolean>`sessions.status = ${status}`
  return unfinishedStatuses.some((one) => one === status) ? sql<boolean>`${stored} AND ${isRunning}` : stored
}
export const isInState = (state: (typeof unfinishedStates)[number]) =>
  sql<boolean>`${isRunning} AND ${sessionState} = ${state}`

/** Envelopes record the client's own acts; staff can set dates and status of a document by hand. */

/** Signed by the client since a moment (RFC 3339), and still in force. */
export const signedSince = (moment: string) =>
  sql<boolean>`envelopes.signed_at >= ${moment} AND envelopes.status IN (${listed(doneStatuses)})`

export const sessionsByEnvelope = (condition: RawBuilder<boolean>) => sql`SELECT session_id FROM session_forms
  JOIN envelopes ON envelopes.session_form_id = session_forms.id WHERE ${condition}`

/** Signed, and sealing has failed for good: staff must end it or retry. */
export const couldNotBeSealed = sql<boolean>`envelopes.sealing_failed_at IS NOT NULL AND envelopes.status = 'signed'`

/** Whether it is declined and no other status was set since; a cancelled or archived session needs no action. */
export const declinedDocument = sql<boolean>`session_forms.status = 'declined'
  AND sessions.status = 'declined' AND ${sessionNotArchived}`

/** Of a session: a document is signed and not sealed yet, and no document waits for the client. */
const waitsForSealAlone = sql<boolean>`sessions.id IN (
  ${sessionsByEnvelope(sql<boolean>`envelopes.status = 'signed' AND NOT EXISTS (SELECT FROM session_forms AS other
    WHERE other.session_id = session_forms.session_id AND other.status IN (${listed(openStatuses)}))`)})`

const isEmpty = sql<boolean>`NOT ${hasDocument(isAccepted)}`

const couldBegin = sql<boolean>`${isRunning} AND sessions.archived_at IS NULL`

/** A link or passcode that was given up, and nothing of its kind goes another way or was queued since. */
const isLost = sql<boolean>`lost.state = 'dead' AND lost.kind IN ('invitation', 'passcode')
  AND lost.error IS DISTINCT FROM 'not-needed' AND NOT EXISTS (SELECT FROM outbox_messages AS other
    WHERE other.session_id = lost.session_id AND other.kind = lost.kind AND other.created_at >= lost.created_at
    AND other.state <> 'dead')`
const isUnread = sql<boolean>`NOT ${hasDocument(wasOpened)}`

/** Of a session: a message that the client needs to begin was not delivered. */
export const isUndelivered = sql<boolean>`(${isUnread} AND EXISTS (
  SELECT FROM outbox_messages AS lost WHERE lost.session_id = sessions.id AND ${isLost}))`

/** Of a session: the client has documents to go on with, whatever staff decide meanwhile. */
const isWithClient = sql<boolean>`(${isRunning} AND ${hasDocument(sql`${isOpen} AND ${isAccepted}`)})`

/** A union, since an OR of these would read all sessions; an index answers each part. */
export const waitsForStaff = sql<boolean>`${sessionNotArchived} AND sessions.id IN (
  SELECT sessions.id FROM sessions WHERE ${couldBegin} AND sessions.encrypted_passcode IS NULL
  UNION ALL SELECT sessions.id FROM sessions WHERE ${couldBegin} AND ${isDraft}
  UNION ALL SELECT sessions.id FROM sessions WHERE ${couldBegin} AND ${isEmpty}
  UNION ALL SELECT sessions.id FROM outbox_messages AS lost JOIN sessions ON sessions.id = lost.session_id
    WHERE ${isLost} AND ${couldBegin} AND ${isUnread}
  UNION ALL ${sessionsByEnvelope(couldNotBeSealed)}
  UNION ALL SELECT sessions.id FROM sessions JOIN session_forms ON session_forms.session_id = sessions.id
    JOIN proposals ON proposals.session_form_id = session_forms.id
    WHERE proposals.decision IS NULL AND sessions.status <> 'cancelled' AND NOT ${isWithClient}
  UNION ALL SELECT sessions.id FROM sessions JOIN session_forms ON session_forms.session_id = sessions.id
    JOIN policy_proposals ON policy_proposals.session_form_id = session_forms.id
    WHERE policy_proposals.decision IS NULL AND sessions.status <> 'cancelled' AND NOT ${isWithClient})`

const openForClient = sql<boolean>`${isRunning} AND ${sessionNotArchived} AND NOT ${waitsForSealAlone}`

/** Of an open session: what `waitsForStaff` finds, looked up for this session alone, since lists ask it of few. */
const hasStaffNext = sql<boolean>`(sessions.encrypted_passcode IS NULL OR ${isDraft} OR ${isEmpty} OR ${isUndelivered}
  OR EXISTS (SELECT FROM session_forms JOIN envelopes ON envelopes.session_form_id = session_forms.id
    WHERE session_forms.session_id = sessions.id AND ${couldNotBeSealed})
  OR (NOT ${isWithClient} AND (
    EXISTS (SELECT FROM session_forms JOIN proposals ON proposals.session_form_id = session_forms.id
      WHERE session_forms.session_id = sessions.id AND proposals.decision IS NULL)
    OR EXISTS (SELECT FROM session_forms JOIN policy_proposals ON policy_proposals.session_form_id = session_forms.id
      WHERE session_forms.session_id = sessions.id AND policy_proposals.decision IS NULL))))`

/** Of a session: it waits for the client, started or not. A session waits for one side: not while staff act next. */
export const waitsForClient = sql<boolean>`${openForClient} AND NOT ${hasStaffNext}`

export const canBeReminded = sql<boolean>`${openForClient} AND sessions.encrypted_passcode IS NOT NULL
  AND ${hasDocument(sql`${isOpen} AND ${isAccepted}`)}`

/** Of a session that waits for the client: it expires within seven days. */
export const endsSoon = sql<boolean>`sessions.expires_at <= now() + interval '7 days'`
export const expiresSoon = sql<boolean>`${waitsForClient} AND ${endsSoon}`

/** Of a session: it waits for the client, and the last of its documents was handed over more than three days ago. */
export const waitsForLong = sql<boolean>`${waitsForClient} AND (SELECT max(session_forms.sent_at) FROM session_forms
  WHERE session_forms.session_id = sessions.id) <= now() - interval '3 days'`
