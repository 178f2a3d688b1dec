import type { ContactChange, IdentificationLevel } from '@agency/contract/sessions'
import { identificationLevels } from '@agency/contract/sessions'
import type { Database } from '../../platform/database/database.ts'
import { isWhereStaffAre } from '../../staff/admins/staff-presence.ts'
import { type SessionRow, storeSignedLevel } from './session-repository.ts'
import { findSignerMarks } from './signer-marks-repository.ts'

export interface SignerIdentity {
  level: IdentificationLevel
  /** Masked: where the passcode or the one-time code went; null for a passcode that staff know. */
  to: string | null
  contact_changes: ContactChange[]
  opened_in_agency: boolean
}

/** @param code that the signer confirmed @param address from which the signer calls */
export async function identifySigner(
  db: Database,
  session: SessionRow,
  { code, address }: { code: { to: string } | undefined; address: string },
): Promise<SignerIdentity> {
  const { passcode_to, contact_changes, opened_in_agency_at } = await findSignerMarks(db, session.id)
  const opened_in_agency = opened_in_agency_at !== null || (await isWhereStaffAre(db, { address }))
  const marks = { contact_changes, opened_in_agency }
  if (code) return { level: 'one_time_code', to: code.to, ...marks }
  const { passcode_level } = session
  // A passcode that was not sent reached the signer in a way that nobody knows.
  if (passcode_level === 'made_and_sent' && passcode_to !== null)
    return { level: passcode_level, to: passcode_to, ...marks }
  return { level: 'chosen_or_seen', to: null, ...marks }
}

/** Stores the level of a signature with its session, unless an earlier signature has a lower one. */
export async function storeSignerIdentity(
  db: Database,
  { id, signed_level }: SessionRow,
  { level, to }: SignerIdentity,
): Promise<void> {
  const rank = (each: IdentificationLevel) => identificationLevels.indexOf(each)
  if (signed_level !== null && rank(signed_level) < rank(level)) return
  await storeSignedLevel(db, id, { signed_level: level, signed_to: to })
}
