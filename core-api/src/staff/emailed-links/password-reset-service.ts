import type { Management } from '@agency/contract/permissions'
import type { LinkByHand, LinkHolder } from '@agency/contract/staff-access'
import type { AgencySettingsSource } from '../../platform/agency/agency-settings.ts'
import { recordEvent } from '../../platform/audit-trail/audit-service.ts'
import type { Database } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { hashLinkToken, linkEndText, makeLinkToken } from '../../platform/encryption/link-token.ts'
import { LinkEnded, WrongState } from '../../platform/errors.ts'
import type { AdminPrincipal, NobodyPrincipal } from '../../platform/http/principals.ts'
import { requeueJob } from '../../platform/jobs/job-repository.ts'
import { admitAttempt } from '../../platform/limits/lockout.ts'
import { countFromNetwork, forgiveNetwork } from '../../platform/limits/network-limit.ts'
import { queueMessage } from '../../platform/outbox/outbox-service.ts'
import { requireOthersPassword } from '../admins/admin-service.ts'
import { findAccountsByLogin, findResettable, setForgottenPassword } from '../admins/forgotten-password.ts'
import type { PasswordLogin } from '../admins/password-login.ts'
import { normalizeUserName } from '../admins/user-name.ts'
import { findReset, hasReset, insertReset, takeReset } from './password-reset-repository.ts'

export const passwordResetJob = 'password-reset'
/** The subject of the job for a login that nobody has, which sends nothing. */
const noAdmin = '00000000-0000-7000-8000-000000000000'

const minutes = 30
/** Requests of a network in 15 minutes before it must wait. */
const freeRequests = 10
/** Minutes for one message to an account: strangers can neither flood a mailbox nor keep a link from its owner. */
const pause = 2

interface RequestContext {
  db: Database
  cipher: FieldCipher
  principal: NobodyPrincipal
}

/** A job sends it: answer and time are the same for an unknown login. @throws TooManyAttempts */
export async function requestReset({ db, cipher, principal }: RequestContext, login: string): Promise<void> {
  const { address } = principal
  await countFromNetwork({ db, cipher, what: passwordResetJob, address, free: freeRequests })
  const typed = normalizeUserName(login).toLowerCase()
  await admitAttempt({
    db,
    cipher,
    purpose: passwordResetJob,
    key: typed,
    address,
    knownDevice: undefined,
  })
  const found = await findAccountsByLogin(db, typed)
  await db.transaction().execute(async (trx) => {
    for (const id of found.length > 0 ? found : [noAdmin]) await requeueJob(trx, passwordResetJob, id)
    const subject = found[0] ? { subjectId: found[0] } : {}
    await recordEvent(trx, principal, { action: 'admin.password-forgotten', ...subject })
  })
}

interface SendContext {
  db: Database
  cipher: FieldCipher
  staffUrl: string
  passwordLogin: PasswordLogin
}

/** Earlier links stay valid: a stranger who asks must not end the one that the owner is about to use. */
export function sendReset({ db, cipher, staffUrl, passwordLogin }: SendContext, adminId: string): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const admin = await findResettable(trx, adminId, passwordLogin)
    if (!admin || (await hasReset(trx, adminId, minutes - pause))) return
    const values = { name: admin.first_name || admin.username, ...(await makeResetLink(trx, staffUrl, adminId)) }
    const message = { kind: 'password-reset', channel: 'email', to: admin.email, language: 'en' } as const
    await queueMessage({ db: trx, cipher }, { ...message, values, adminId })
  })
}

/** @returns the link, and in words when it ends */
export async function makeResetLink(
  db: Database,
  staffUrl: string,
  adminId: string,
): Promise<{ link: string; date: string }> {
  const { token, hash } = makeLinkToken()
  const end = new Date(Date.now() + minutes * 60_000)
  await insertReset(db, adminId, hash, end.toISOString())
  // In the fragment, which browsers send to no server, so that no log has it.
  return { link: `${staffUrl.replace(/\/$/, '')}/admin/reset-password#${token}`, date: linkEndText(end) }
}

interface LinkContext extends Pick<SendContext, 'db' | 'staffUrl' | 'passwordLogin'> {
  principal: AdminPrincipal
  management: Management
}

/** @throws NotFound; InvalidInput for the caller; NotAllowed for more power; WrongState without a password */
export async function makeLinkForColleague(context: LinkContext, id: string): Promise<LinkByHand> {
  const { db, principal, staffUrl, passwordLogin } = context
  await requireOthersPassword(context, id)
  return db.transaction().execute(async (trx) => {
    if (!(await findResettable(trx, id, passwordLogin)))
      throw new WrongState(
        'This account has no password or no email address. Add the email address, or set a password.',
      )
    const { link } = await makeResetLink(trx, staffUrl, id)
    const detail = 'a link to give by hand'
    await recordEvent(trx, principal, { action: 'admin.password-forgotten', subjectId: id, detail })
    return { link }
  })
}

interface ResetContext {
  db: Database
  cipher: FieldCipher
  principal: NobodyPrincipal
  /** Passwords must not consist of it. */
  agency: AgencySettingsSource
  passwordLogin: PasswordLogin
}

/** @throws LinkEnded */
export async function openReset(
  { db, passwordLogin }: Pick<ResetContext, 'db' | 'passwordLogin'>,
  token: string,
): Promise<LinkHolder> {
  const id = await findReset(db, hashLinkToken(token))
  const admin = id && (await findResettable(db, id, passwordLogin))
  if (!admin) throw new LinkEnded()
  return { first_name: admin.first_name, username: admin.username }
}

/** Sets the password and opens no login: a link only proves access to the mailbox. @throws LinkEnded; InvalidInput */
export async function finishReset(
  context: ResetContext,
  { token, password }: { token: string; password: string },
): Promise<void> {
  const { db, cipher, principal, agency, passwordLogin } = context
  const hash = hashLinkToken(token)
  const id = await findReset(db, hash)
  const admin = id && (await findResettable(db, id, passwordLogin))
  if (!admin) throw new LinkEnded()
  await setForgottenPassword({ db, cipher, principal, agency }, admin, password, async (trx) => {
    if ((await takeReset(trx, hash)) === undefined) throw new LinkEnded()
    await forgiveNetwork({ db: trx, cipher, what: passwordResetJob, address: principal.address })
  })
}
