import type { PrincipalStatement } from '@agency/contract/principal'
import type { Session } from '@agency/contract/sessions'
import { decryptPasscode } from '../src/sessions/sessions/session-passcodes.ts'
import { requireSession } from '../src/sessions/sessions/session-service.ts'
import { readSigning } from '../src/signing/client-signing/stored-signing.ts'
import { type Core, nobody } from './core.ts'
import { consent, type SeededSession, seedClient, signature } from './session-fixtures.ts'
import { step } from './signing-steps.ts'

export const reachable = { primary_email: 'ines@example.com', primary_phone: '+14155550147' }

/** A client with contacts and values, and a session whose passcode the product makes. */
export async function seedMade(core: Core, as?: PrincipalStatement, changes: object = {}): Promise<SeededSession> {
  const admin = await core.admin()
  const clientId = await seedClient(core, admin, reachable)
  const payload = { client_id: clientId, session_type: 'onboarding', passcode: null, make_passcode: true, ...changes }
  const session = (await core.ask(as ?? admin, { method: 'POST', url: '/session', payload })).json()
  return { admin, clientId, session }
}

/** What nobody may be shown: the stored passcode. */
export async function storedPasscode({ app }: Core, { id }: Pick<Session, 'id'>): Promise<string> {
  const passcode = decryptPasscode(app.cipher, await requireSession(app.db, id))
  if (passcode === null) throw new Error('The session has no passcode')
  return passcode
}

/** Opens the portal from somewhere else than staff. */
export async function enterPortal(core: Core, session: Session, passcode: string, from: object = {}) {
  const as = { ...nobody, address: '203.0.113.50', ...from }
  const url = `/api/session/${session.session_code}/auth`
  const answer = await core.ask(as, { method: 'POST', url, payload: { passcode } })
  if (answer.statusCode !== 200) return undefined
  return { kind: 'session', id: answer.json().portal_session.id, address: as.address } as const
}

/** Opens, agrees and signs. @returns how the signer was identified, as it is stored for the certificate */
export async function signIn(core: Core, client: PrincipalStatement, session: Session, formId: string) {
  await step(core, client, formId, 'open')
  await consent(core, client, session)
  const answer = await step(core, client, formId, 'sign', signature)
  if (answer.statusCode !== 200) throw new Error(`signing answered ${answer.statusCode}: ${answer.body}`)
  return identityOf(core, formId)
}

/** How the signer of a document was identified, as it is stored for the certificate. */
async function identityOf({ app }: Core, formId: string) {
  const envelope = await app.db
    .selectFrom('envelopes')
    .select(['id', 'encrypted_signing'])
    .where('session_form_id', '=', formId)
    .executeTakeFirstOrThrow()
  return readSigning(app.cipher, envelope)?.signer
}
