import { type RawBuilder, sql } from 'kysely'
import { sessionNotArchived } from './not-archived.ts'

/**
 * Conditions on rows of `envelopes` and `sessions`, for counts and lists of several features. They use envelopes, which
 * record the client's own acts: staff can set the dates and the status of a document by hand.
 */

/** Signed by the client since a moment (RFC 3339), and still in force. */
export const signedSince = (moment: string) =>
  sql<boolean>`envelopes.signed_at >= ${moment} AND envelopes.status IN ('signed', 'completed')`

/** A query of the ids of the sessions with an envelope that meets a condition. */
export const sessionsByEnvelope = (condition: RawBuilder<boolean>) => sql`SELECT session_id FROM session_forms
  JOIN envelopes ON envelopes.session_form_id = session_forms.id WHERE ${condition}`

/** Signed, and sealing has failed for good: staff must end it or retry. */
export const couldNotBeSealed = sql<boolean>`envelopes.sealing_failed_at IS NOT NULL AND envelopes.status = 'signed'`

/**
 * A row of `session_forms` joined with `sessions`: declined, and no other status was set since. A cancelled or
 * archived session needs no action.
 */
export const declinedDocument = sql<boolean>`session_forms.status = 'declined'
  AND sessions.status = 'declined' AND ${sessionNotArchived}`

/** Of a session: a document is signed and not sealed yet, and no document waits for the client. */
const waitsForSealAlone = sql<boolean>`sessions.id IN (
  SELECT signed.session_id FROM session_forms AS signed JOIN envelopes ON envelopes.session_form_id = signed.id
  WHERE envelopes.status = 'signed' AND NOT EXISTS (SELECT 1 FROM session_forms AS open
    WHERE open.session_id = signed.session_id AND open.status IN ('pending', 'sent', 'viewed')))`

/** A session, as `unready`, that the client could open if it were ready. */
const couldBegin = sql`unready.status IN ('not_started', 'in_progress') AND unready.expires_at > now()
  AND unready.archived_at IS NULL`

/**
 * Of a session: staff act next. The client can't begin without a passcode or documents, a proposal is undecided, or a
 * signed document could not be sealed. A union, since an OR of these would read all sessions; an index answers each part.
 */
export const waitsForStaff = sql<boolean>`${sessionNotArchived} AND sessions.id IN (
  SELECT unready.id FROM sessions AS unready WHERE ${couldBegin} AND unready.encrypted_passcode IS NULL
  UNION ALL SELECT unready.id FROM sessions AS unready WHERE ${couldBegin}
    AND NOT EXISTS (SELECT FROM session_forms WHERE session_forms.session_id = unready.id AND session_forms.status <> 'voided')
  UNION ALL ${sessionsByEnvelope(couldNotBeSealed)}
  UNION ALL SELECT proposing.id FROM sessions AS proposing JOIN session_forms ON session_forms.session_id = proposing.id
    JOIN proposals ON proposals.session_form_id = session_forms.id
    WHERE proposals.decision IS NULL AND proposing.status <> 'cancelled')`

/** Of a session: its client can still act in it. */
export const openForClient = sql<boolean>`sessions.status IN ('not_started', 'in_progress')
  AND sessions.expires_at > now() AND ${sessionNotArchived} AND NOT ${waitsForSealAlone}`

/** Of an open session: what `waitsForStaff` finds, looked up for this session alone, since lists ask it of few. */
const hasStaffNext = sql<boolean>`(sessions.encrypted_passcode IS NULL
  OR NOT EXISTS (SELECT FROM session_forms WHERE session_forms.session_id = sessions.id AND session_forms.status <> 'voided')
  OR EXISTS (SELECT FROM session_forms JOIN envelopes ON envelopes.session_form_id = session_forms.id
    WHERE session_forms.session_id = sessions.id AND ${couldNotBeSealed})
  OR EXISTS (SELECT FROM session_forms JOIN proposals ON proposals.session_form_id = session_forms.id
    WHERE session_forms.session_id = sessions.id AND proposals.decision IS NULL))`

/** Of a session: it waits for the client, started or not. A session waits for one side: not while staff act next. */
export const waitsForClient = sql<boolean>`${openForClient} AND NOT ${hasStaffNext}`

/** Of a session that waits for the client: it expires within seven days. */
export const endsSoon = sql<boolean>`sessions.expires_at <= now() + interval '7 days'`
export const expiresSoon = sql<boolean>`${waitsForClient} AND ${endsSoon}`

/** Of a session: it waits for the client, and the last of its documents was handed over more than three days ago. */
export const waitsForLong = sql<boolean>`${waitsForClient} AND (SELECT max(session_forms.sent_at) FROM session_forms
  WHERE session_forms.session_id = sessions.id) <= now() - interval '3 days'`
