import type { Management } from '@agency/contract/permissions'
import type { Invitation, InviteAdmin, LinkHolder } from '@agency/contract/staff-access'
import { v7 as uuid } from 'uuid'
import type { Database } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { hashLinkToken, linkEndText, makeLinkToken } from '../../platform/encryption/link-token.ts'
import { InvalidInput, LinkEnded, NotFound, WrongState } from '../../platform/errors.ts'
import type { AdminPrincipal, NobodyPrincipal } from '../../platform/http/principals.ts'
import { createOncePerKey, type Idempotent } from '../../platform/idempotency/idempotency-key.ts'
import { requireGrant, trimmed } from '../admins/admin-service.ts'
import { hashPassword } from '../admins/password.ts'
import { acceptPassword } from '../admins/password-policy.ts'
import { addProvidedAdmin, findTakenName } from '../admins/provided-admins.ts'
import { recordEvent } from '../audit/audit-service.ts'
import { queueMessage } from '../outbox/outbox-service.ts'
import {
  deleteInvitation,
  findInvitation,
  findInvitationByToken,
  findInvitedName,
  insertInvitation,
  messageKey,
  renewInvitation,
  takeInvitation,
} from './invitation-repository.ts'

interface InvitationContext {
  db: Database
  cipher: FieldCipher
  principal: AdminPrincipal
  /** The setting `ADMIN_MANAGEMENT`: who manages staff. */
  management: Management
  /** The address of the staff's pages. */
  staffUrl: string
}

const hours = 24

/** @throws NotFound */
async function getInvitation(db: Database, id: string): Promise<Invitation> {
  const invitation = await findInvitation(db, id)
  if (!invitation) throw new NotFound()
  return invitation
}

/**
 * Invites somebody: a message with a link that works once, for a day. The account is made when they choose a password.
 * @throws InvalidInput if a name is taken; NotAllowed for a role that the caller may not give
 */
export function inviteAdmin(
  { db, cipher, principal, management, staffUrl, call }: InvitationContext & Idempotent,
  sent: InviteAdmin,
): Promise<Invitation> {
  const profile = trimmed(sent)
  requireGrant({ principal, management }, undefined, profile.role)
  const id = uuid()
  const make = async (trx: Database) => {
    const taken = (await findTakenName(trx, profile)) ?? (await findInvitedName(trx, profile))
    if (taken)
      throw new InvalidInput([{ field: taken, message: 'belongs to an admin or an invitation; choose another' }])
    const link = await sendLink({ db: trx, cipher, staffUrl }, profile)
    await insertInvitation(trx, { id, ...profile, ...link, invited_by: principal.adminId })
    const fields = Object.keys(profile)
    await recordEvent(trx, principal, { action: 'admin.invited', subjectId: id, fields })
  }
  return createOncePerKey({ db, call }, { ids: [id], make, read: (trx, [made = id]) => getInvitation(trx, made) })
}

/** Queues the message with a new link. @returns what the invitation stores of it */
async function sendLink(
  { db, cipher, staffUrl }: Pick<InvitationContext, 'db' | 'cipher' | 'staffUrl'>,
  { email, first_name }: Pick<InviteAdmin, 'email' | 'first_name'>,
) {
  const { token, hash } = makeLinkToken()
  const end = new Date(Date.now() + hours * 3_600_000)
  // In the fragment, which browsers send to no server, so that no log has it.
  const link = `${staffUrl.replace(/\/$/, '')}/admin/accept-invitation#${token}`
  const values = { name: first_name, link, date: linkEndText(end) }
  const message = { kind: 'staff-invitation', channel: 'email', to: email, language: 'en' } as const
  await queueMessage({ db, cipher }, { ...message, values, key: messageKey(hash) })
  return { token_hash: hash, expires_at: end.toISOString() }
}

/** Sends a new link, and ends the one before. @throws NotFound; NotAllowed as `inviteAdmin` */
export function resendInvitation(context: InvitationContext, id: string): Promise<Invitation> {
  return context.db.transaction().execute(async (trx) => {
    const invitation = await getInvitation(trx, id)
    requireGrant(context, undefined, invitation.role)
    await renewInvitation(trx, id, await sendLink({ ...context, db: trx }, invitation))
    await recordEvent(trx, context.principal, { action: 'admin.invited', subjectId: id, detail: 'again' })
    return getInvitation(trx, id)
  })
}

/** Ends an invitation: its link no longer works. @throws NotFound */
export async function revokeInvitation(
  { db, principal }: Pick<InvitationContext, 'db' | 'principal'>,
  id: string,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (!(await deleteInvitation(trx, id))) throw new NotFound()
    await recordEvent(trx, principal, { action: 'admin.invitation-revoked', subjectId: id })
  })
}

/** The invitation that a link belongs to. @throws LinkEnded */
export async function openInvitation(db: Database, token: string): Promise<LinkHolder> {
  const invitation = await findInvitationByToken(db, hashLinkToken(token))
  if (!invitation) throw new LinkEnded()
  return { first_name: invitation.first_name, username: invitation.username }
}

/**
 * Makes the account of somebody invited, with the password that they chose. They log in with it next.
 * @throws LinkEnded; InvalidInput for a weak password; WrongState if a name was given away since
 */
export async function acceptInvitation(
  { db, principal, agencyName }: { db: Database; principal: NobodyPrincipal; agencyName: string },
  { token, password }: { token: string; password: string },
): Promise<void> {
  const hash = hashLinkToken(token)
  const invitation = await findInvitationByToken(db, hash)
  if (!invitation) throw new LinkEnded()
  const names = [invitation.username, invitation.email, agencyName]
  const password_hash = await hashPassword(await acceptPassword(password, names))
  await db.transaction().execute(async (trx) => {
    const taken = await takeInvitation(trx, hash)
    if (!taken) throw new LinkEnded()
    if (await findTakenName(trx, taken))
      throw new WrongState('Your user name or email address was given to another account. Ask for a new invitation.')
    const provision = { db: trx, principal, detail: 'by invitation' }
    await addProvidedAdmin(provision, { ...taken, password_hash })
  })
}
