import { randomInt } from 'node:crypto'
import type { Session } from '@agency/contract/sessions'
import {
  type CodeChannel,
  type SigningCodeMode,
  type SigningCodeState,
  stricterMode,
} from '@agency/contract/signing-codes'
import { v7 as uuid } from 'uuid'
import { addressesOf } from '../../clients/record/client-addresses.ts'
import { getContact } from '../../clients/record/client-service.ts'
import { refuseOwnContactChange } from '../../clients/record/contact-changes.ts'
import { recordUnlessArchived } from '../../platform/access/record-unless-archived.ts'
import { recordEvent, recordSystemEvent } from '../../platform/audit-trail/audit-service.ts'
import type { Database } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import {
  SigningCodeExpired,
  SigningCodeRequired,
  SigningCodeSpent,
  SigningCodeWrong,
  TooManyAttempts,
  WrongState,
} from '../../platform/errors.ts'
import type { AdminPrincipal, SessionPrincipal } from '../../platform/http/principals.ts'
import { browserAndSystem } from '../../platform/http/user-agent.ts'
import { countOrRefuse } from '../../platform/limits/lockout.ts'
import { countFromNetwork, forgiveNetwork } from '../../platform/limits/network-limit.ts'
import type { ChannelModes } from '../../platform/mail/message-senders.ts'
import { queueMessage } from '../../platform/outbox/outbox-service.ts'
import { findTextsStopped } from '../../platform/outbox/text-opt-outs.ts'
import {
  type Destinations,
  isCurrent,
  readDestinations,
  takeDestinations,
} from '../../sessions/sessions/code-destinations.ts'
import { answerChangedSession } from '../../sessions/sessions/passcode-reads.ts'
import type { SessionRow } from '../../sessions/sessions/session-repository.ts'
import {
  auditedSession,
  auditIdsOf,
  findSessionOf,
  requireLockedSession,
  requireSession,
} from '../../sessions/sessions/session-service.ts'
import { type OpenChannel, openChannels } from './open-channels.ts'
import {
  confirmCode,
  countTry,
  findConfirmedCode,
  findNewestCode,
  insertCode,
  mostTries,
  secondsToResend,
} from './signing-code-repository.ts'

interface CodeContext {
  db: Database
  cipher: FieldCipher
  principal: SessionPrincipal
  /** The agency's setting, which a session can only make stricter. */
  signingCode: SigningCodeMode
  /** By which channels this deployment sends. */
  channels: ChannelModes
}

const destinationChanged = 'signing-code.destination-changed'
/** Codes in 15 minutes before each further one has to wait longer, by what they are counted for. */
const limits = { session: 6, destination: 6, network: 20 }
/** The longest wait of a session and a destination, in seconds. */
const longestWait = 3_600

/** @throws NotFound */
export async function getCodeState(context: CodeContext, code: string): Promise<SigningCodeState> {
  return stateOf(context, await findSessionOf(context, code))
}

async function stateOf(
  { db, cipher, principal, signingCode, channels }: CodeContext,
  session: SessionRow,
): Promise<SigningCodeState> {
  const mode = stricterMode(session.signing_code, signingCode)
  if (mode === 'off') return { required: false, channels: [], requested: null }
  const newest = await findNewestCode(db, principal.portalSessionId)
  const isConfirmed = (await findConfirmedCode(db, principal.portalSessionId)) !== undefined
  const destinations = await reachable(db, readDestinations(cipher, session) ?? addressesOf(session))
  const isUsable = newest && !newest.is_expired && newest.tries < mostTries
  return {
    required: !isConfirmed,
    channels: openChannels(mode, destinations, channels).map(({ channel, masked: to }) => ({ channel, to })),
    requested: isUsable
      ? {
          channel: newest.channel,
          to: newest.masked_destination,
          expires_at: newest.expires_at,
          resend_in: newest.resend_in,
        }
      : null,
  }
}

/** The destinations without a number that gets no texts. */
async function reachable(db: Database, { email, phone }: Destinations): Promise<Destinations> {
  return { email, phone: (await findTextsStopped(db, phone)) ? null : phone }
}

/** A session of an earlier release has none stored: they are taken now, which its certificate states. */
async function ensureDestinations(
  context: Pick<CodeContext, 'db' | 'cipher'>,
  session: SessionRow,
): Promise<Destinations> {
  const stored = readDestinations(context.cipher, session)
  if (stored) return stored
  const taken = await takeDestinations(context, session, { isChange: true })
  await recordSystemEvent(context.db, { action: destinationChanged, ...auditIdsOf(session) })
  return taken
}

/**
 * Sends a new code and ends those before it.
 * @throws NotFound; WrongState if it is not offered or needed; TooManyAttempts
 */
export function requestCode(context: CodeContext, code: string, channel: CodeChannel): Promise<SigningCodeState> {
  const { cipher, principal } = context
  return context.db.transaction().execute(async (db) => {
    const { id } = await findSessionOf({ db, principal }, code)
    // Locked, so that two taps do not send two codes.
    const session = await requireLockedSession(db, id)
    const state = await stateOf({ ...context, db }, session)
    if (!state.required) throw new WrongState('No code is needed now.')
    const mode = stricterMode(session.signing_code, context.signingCode)
    const destinations = await reachable(db, await ensureDestinations({ db, cipher }, session))
    const open = openChannels(mode, destinations, context.channels).find((each) => each.channel === channel)
    if (!open) throw new WrongState('A code can’t be sent there.')
    const wait = await secondsToResend(db, id)
    if (wait > 0) throw new TooManyAttempts(wait)
    await countRequest({ ...context, db }, open.address)
    await sendCode({ ...context, db }, session, open)
    return stateOf({ ...context, db }, session)
  })
}

/** In one transaction: a request that one limit refuses is not counted by the others. */
async function countRequest({ db, cipher, principal }: CodeContext, destination: string): Promise<void> {
  const { sessionId, address } = principal
  const bucket = (...parts: string[]) => cipher.digest(JSON.stringify(['signing-code', ...parts]))
  await countOrRefuse(db, { bucket: bucket('session', sessionId), free: limits.session, longestWait })
  await countOrRefuse(db, { bucket: bucket('destination', destination), free: limits.destination, longestWait })
  await countFromNetwork({ db, cipher, what: 'signing-code', address, free: limits.network })
}

async function sendCode(
  { db, cipher, principal }: CodeContext,
  session: SessionRow,
  { channel, address: to, masked }: OpenChannel,
): Promise<void> {
  const { language, firstName } = await getContact({ db, cipher }, session.client_id, session.consent_language)
  const id = uuid()
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const message = await queueMessage(
    { db, cipher },
    {
      kind: 'signing-code',
      channel,
      to,
      language,
      values: { code, name: firstName ?? '' },
      sessionId: session.id,
      clientId: session.client_id,
      key: `signing-code ${id}`,
    },
  )
  await insertCode(db, {
    id,
    session_id: session.id,
    portal_session_id: principal.portalSessionId,
    channel,
    masked_destination: masked,
    code_digest: cipher.digest(codeText(id, code)),
    message_id: message.id,
  })
  await recordEvent(db, principal, {
    action: 'signing-code.requested',
    ...auditIdsOf(session),
    detail: `${channel}: ${masked}`,
  })
}

/**
 * Audited and certified.
 * @throws NotFound; WrongState if the caller sees no passcodes and changed the contact lately
 */
export function changeDestinations(
  {
    db,
    cipher,
    principal,
    contactDays: days,
  }: { db: Database; cipher: FieldCipher; principal: AdminPrincipal; contactDays: number },
  code: string,
): Promise<Session> {
  return db.transaction().execute(async (trx) => {
    const { id } = await findSessionOf({ db: trx, principal }, code)
    const session = await requireLockedSession(trx, id)
    const stored = readDestinations(cipher, session)
    if (stored && isCurrent(stored, session)) return auditedSession({ db: trx, cipher, principal }, session)
    await refuseOwnContactChange(trx, { principal, clientId: session.client_id, days })
    const taken = await takeDestinations({ db: trx, cipher }, session, { isChange: true })
    const fields = (['email', 'phone'] as const).filter((name) => taken[name] !== stored?.[name])
    await recordUnlessArchived(trx, principal, { action: destinationChanged, ...auditIdsOf(session), fields })
    return answerChangedSession({ db: trx, cipher, principal }, await requireSession(trx, id))
  })
}

/** The input of a code's HMAC: the code is bound to its row. */
const codeText = (id: string, code: string): string => JSON.stringify(['signing-code', id, code])

/** A repeat changes nothing. @throws NotFound; SigningCodeWrong; SigningCodeExpired; SigningCodeSpent after five */
export async function confirmSigningCode(
  context: CodeContext,
  sessionCode: string,
  { code, userAgent }: { code: string; userAgent: string },
): Promise<SigningCodeState> {
  const { db, cipher, principal } = context
  const session = await findSessionOf({ db, principal }, sessionCode)
  if (await findConfirmedCode(db, principal.portalSessionId)) return stateOf(context, session)
  const newest = await findNewestCode(db, principal.portalSessionId)
  if (!newest || newest.is_expired) throw new SigningCodeExpired()
  const tries = await countTry(db, newest.id)
  if (tries === undefined) throw new SigningCodeSpent()
  if (!cipher.isDigestOf(newest.code_digest, codeText(newest.id, code))) {
    await recordEvent(db, principal, {
      action: 'signing-code.refused',
      ...auditIdsOf(session),
      detail: `${tries} of ${mostTries}`,
    })
    if (tries >= mostTries) throw new SigningCodeSpent()
    throw new SigningCodeWrong()
  }
  const device = browserAndSystem(userAgent)
  await db.transaction().execute(async (trx) => {
    if (!(await confirmCode(trx, newest.id, { address: principal.address, device }))) return
    await forgiveNetwork({ db: trx, cipher, what: 'signing-code', address: principal.address })
    const detail = [`${newest.channel}: ${newest.masked_destination}`, device].filter(Boolean).join('; ')
    await recordEvent(trx, principal, { action: 'signing-code.confirmed', ...auditIdsOf(session), detail })
  })
  return stateOf(context, session)
}

export interface ConfirmedCode {
  channel: CodeChannel
  /** Masked. */
  to: string
  sent_at: string
  confirmed_at: string
  address: string
  /** Browser and system; empty if unknown. */
  device: string
  /** When staff replaced the destination after the session was sent. */
  destination_changed_at: string | null
}

/** Requires a confirmed code, with any provider. @returns undefined if none is needed @throws SigningCodeRequired */
export async function requireConfirmedCode(
  { db, principal, signingCode }: Pick<CodeContext, 'db' | 'principal' | 'signingCode'>,
  session: Pick<SessionRow, 'id' | 'signing_code' | 'code_destinations_changed_at'>,
): Promise<ConfirmedCode | undefined> {
  const found = await findConfirmedCode(db, principal.portalSessionId)
  if (found) {
    const { channel, masked_destination: to, sent_at, confirmed_at, address, device } = found
    return {
      channel,
      to,
      sent_at,
      confirmed_at,
      address,
      device,
      destination_changed_at: session.code_destinations_changed_at,
    }
  }
  if (stricterMode(session.signing_code, signingCode) !== 'off') throw new SigningCodeRequired()
}
