import { covers, hasPermission, type Management } from '@agency/contract/permissions'
import type { Invitation, InviteAdmin, LinkByHand, LinkHolder } from '@agency/contract/staff-access'
import { v7 as uuid } from 'uuid'
import type { AgencySettingsSource } from '../../platform/agency/agency-settings.ts'
import { recordEvent } from '../../platform/audit-trail/audit-service.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { hashLinkToken, linkEndText, makeLinkToken } from '../../platform/encryption/link-token.ts'
import { InvalidInput, LinkEnded, NotFound, WrongState } from '../../platform/errors.ts'
import type { AdminPrincipal, NobodyPrincipal } from '../../platform/http/principals.ts'
import { createOncePerKey, type Idempotent } from '../../platform/idempotency/idempotency-key.ts'
import { queueMessage } from '../../platform/outbox/outbox-service.ts'
import { acceptProfile, requireGrant } from '../admins/admin-service.ts'
import { hashPassword } from '../admins/password.ts'
import { acceptPassword } from '../admins/password-policy.ts'
import { addProvidedAdmin, findTakenName, lockAccounts } from '../admins/provided-admins.ts'
import { looksTaken } from '../admins/user-name.ts'
import {
  deleteInvitation,
  findInvitation,
  findInvitationByToken,
  insertInvitation,
  listInvitations,
  listInvitedNames,
  messageKey,
  renewInvitation,
} from './invitation-repository.ts'

interface InvitationContext {
  db: Database
  cipher: FieldCipher
  principal: AdminPrincipal
  management: Management
  staffUrl: string
}

const hours = 24

type Found = NonNullable<Awaited<ReturnType<typeof findInvitation>>>

/** Whether the inviter may still invite somebody with this role. */
const isBacked = ({ role, inviter_role }: Pick<Found, 'role' | 'inviter_role'>, management: Management): boolean =>
  inviter_role !== null &&
  hasPermission(inviter_role, 'admins.manage', management) &&
  covers(inviter_role, role, management)

const toInvitation = ({ inviter_role, ended, ...found }: Found, management: Management): Invitation => ({
  ...found,
  ended: ended || !isBacked({ role: found.role, inviter_role }, management),
})

export const listOpenInvitations = async (db: Database, management: Management): Promise<Invitation[]> =>
  (await listInvitations(db)).map((found) => toInvitation(found, management))

async function getInvitation(db: Database, id: string, management: Management): Promise<Invitation> {
  const invitation = await findInvitation(db, id)
  if (!invitation) throw new NotFound()
  return toInvitation(invitation, management)
}

/** The field that an invitation has already, or whose user name looks like that of one. */
async function findInvitedName(db: Database, { email, username }: { email: string; username: string }) {
  const invited = await listInvitedNames(db)
  if (invited.some((other) => other.email.toLowerCase() === email.toLowerCase())) return 'email'
  const names = invited.map((other) => other.username)
  return looksTaken(username, names) ? 'username' : undefined
}

/** Invites by a link that works once, for a day. @throws InvalidInput if a name is taken; NotAllowed for the role */
export function inviteAdmin(
  { db, cipher, principal, management, staffUrl, call }: InvitationContext & Idempotent,
  sent: InviteAdmin,
): Promise<Invitation> {
  const profile = acceptProfile(sent)
  requireGrant({ principal, management }, undefined, profile.role)
  const id = uuid()
  const make = async (trx: Transaction) => {
    const taken = (await findTakenName(trx, profile)) ?? (await findInvitedName(trx, profile))
    if (taken)
      throw new InvalidInput([
        { field: taken, message: 'belongs to an admin or an invitation, or looks like one that does; choose another' },
      ])
    const link = await sendLink({ db: trx, cipher, staffUrl }, profile)
    await insertInvitation(trx, { id, ...profile, ...link, invited_by: principal.adminId })
    const fields = Object.keys(profile)
    await recordEvent(trx, principal, { action: 'admin.invited', subjectId: id, fields })
  }
  return createOncePerKey(
    { db, call },
    { ids: [id], make, read: (trx, [made = id]) => getInvitation(trx, made, management) },
  )
}

/** @returns what the invitation stores of it */
async function sendLink(
  { db, cipher, staffUrl }: Pick<InvitationContext, 'db' | 'cipher' | 'staffUrl'>,
  { email, first_name }: Pick<InviteAdmin, 'email' | 'first_name'>,
) {
  const { link, ...stored } = makeLink(staffUrl)
  const values = { name: first_name, link, date: linkEndText(new Date(stored.expires_at)) }
  const message = { kind: 'staff-invitation', channel: 'email', to: email, language: 'en' } as const
  await queueMessage({ db, cipher }, { ...message, values, key: messageKey(stored.token_hash) })
  return stored
}

function makeLink(staffUrl: string) {
  const { token, hash } = makeLinkToken()
  const end = new Date(Date.now() + hours * 3_600_000)
  // In the fragment, which browsers send to no server, so that no log has it.
  const link = `${staffUrl.replace(/\/$/, '')}/admin/accept-invitation#${token}`
  return { link, token_hash: hash, expires_at: end.toISOString() }
}

/** Sends a new link, and ends the one before. It is the caller's invitation from then on. @throws NotFound; NotAllowed as `inviteAdmin` */
export function resendInvitation(context: InvitationContext, id: string): Promise<Invitation> {
  return context.db.transaction().execute(async (trx) => {
    const invitation = await getInvitation(trx, id, context.management)
    requireGrant(context, undefined, invitation.role)
    const link = await sendLink({ ...context, db: trx }, invitation)
    await renewInvitation(trx, id, { ...link, invited_by: context.principal.adminId })
    await recordEvent(trx, context.principal, { action: 'admin.invited', subjectId: id, detail: 'again' })
    return getInvitation(trx, id, context.management)
  })
}

/** Makes a new link that the caller gives by hand, and ends the one before. @throws NotFound; NotAllowed as `inviteAdmin` */
export function makeInvitationLink(context: InvitationContext, id: string): Promise<LinkByHand> {
  return context.db.transaction().execute(async (trx) => {
    const invitation = await getInvitation(trx, id, context.management)
    requireGrant(context, undefined, invitation.role)
    const { link, ...stored } = makeLink(context.staffUrl)
    await renewInvitation(trx, id, { ...stored, invited_by: context.principal.adminId })
    await recordEvent(trx, context.principal, {
      action: 'admin.invited',
      subjectId: id,
      detail: 'a link to give by hand',
    })
    return { link }
  })
}

/** @throws NotFound */
export async function revokeInvitation(
  { db, principal }: Pick<InvitationContext, 'db' | 'principal'>,
  id: string,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (!(await deleteInvitation(trx, id))) throw new NotFound()
    await recordEvent(trx, principal, { action: 'admin.invitation-revoked', subjectId: id })
  })
}

/** The invitation of a link, while its inviter may give what it promises. @throws LinkEnded */
async function requireLink(db: Database, hash: Buffer, management: Management): Promise<Found> {
  const invitation = await findInvitationByToken(db, hash)
  if (!invitation || !isBacked(invitation, management)) throw new LinkEnded()
  return invitation
}

/** @throws LinkEnded */
export async function openInvitation(db: Database, management: Management, token: string): Promise<LinkHolder> {
  const { first_name, username } = await requireLink(db, hashLinkToken(token), management)
  return { first_name, username }
}

interface AcceptContext extends Pick<InvitationContext, 'db' | 'management'> {
  principal: NobodyPrincipal
  agency: AgencySettingsSource
}

/**
 * Makes the account without a login.
 * @throws LinkEnded, also if the inviter may no longer give the role; InvalidInput; WrongState
 */
export async function acceptInvitation(
  { db, principal, agency, management }: AcceptContext,
  { token, password }: { token: string; password: string },
): Promise<void> {
  const hash = hashLinkToken(token)
  const { username, email } = await requireLink(db, hash, management)
  const password_hash = await hashPassword(
    await acceptPassword(password, [username, email, (await agency.read()).name]),
  )
  await db.transaction().execute(async (trx) => {
    // Roles change after this.
    await lockAccounts(trx)
    const invitation = await requireLink(trx, hash, management)
    await deleteInvitation(trx, invitation.id)
    if (await findTakenName(trx, invitation))
      throw new WrongState('Your user name or email address was given to another account. Ask for a new invitation.')
    const { role, first_name, last_name } = invitation
    const account = { email: invitation.email, username: invitation.username, role, first_name, last_name }
    const provision = { db: trx, principal, detail: `invited by ${invitation.invited_by_name}` }
    await addProvidedAdmin(provision, { ...account, password_hash })
  })
}
