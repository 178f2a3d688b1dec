import { sql } from 'kysely'

/**
 * Conditions on rows of `envelopes`, for counts and lists of other features. Envelopes hold what clients did; the dates
 * and the status of a document can be set by hand.
 */

/** Signed by the client since a moment (RFC 3339), and still in force. */
export const signedSince = (moment: string) =>
  sql<boolean>`envelopes.signed_at >= ${moment} AND envelopes.status IN ('signed', 'completed')`

/** Signed, and sealing has failed for good: staff must end it or retry. */
export const couldNotBeSealed = sql<boolean>`envelopes.sealing_failed_at IS NOT NULL AND envelopes.status = 'signed'`
