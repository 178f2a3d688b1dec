import type { Consent, Disclosure } from '@agency/contract/esign'
import { recordEvent } from '../../platform/audit-trail/audit-service.ts'
import { NotFound } from '../../platform/errors.ts'
import type { AdminPrincipal, SessionPrincipal } from '../../platform/http/principals.ts'
import { findConsent, insertConsent } from './consent-repository.ts'
import { findSessionOf, requireOpenLogin, type SessionContext } from './session-service.ts'

/** Records that the client agreed to sign electronically, once per session, and to which text. */
export function giveConsent(
  { db, principal }: Pick<SessionContext<SessionPrincipal>, 'db' | 'principal'>,
  shown: Disclosure,
): Promise<void> {
  const { clientId, sessionId } = principal
  return db.transaction().execute(async (trx) => {
    await requireOpenLogin(trx, principal)
    if (!(await insertConsent(trx, sessionId, shown))) return
    const detail = `disclosure ${shown.version}, ${shown.language}, SHA-256 ${shown.sha256}`
    await recordEvent(trx, principal, { action: 'consented', clientId, sessionId, subjectId: sessionId, detail })
  })
}

/** What the client of a session agreed to, as it was shown. @throws NotFound, also before the consent */
export async function getConsent(
  { db, principal }: Pick<SessionContext<AdminPrincipal>, 'db' | 'principal'>,
  code: string,
): Promise<Consent> {
  const consent = await findConsent(db, (await findSessionOf({ db, principal }, code)).id)
  if (!consent) throw new NotFound()
  return consent
}
