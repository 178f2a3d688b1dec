import type { MessageError, MessageKind, SessionMessage } from '@agency/contract/messages'
import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { Database, Transaction } from '../database/database.ts'
import type { Schema } from '../database/schema.ts'

export type ClaimedMessage = NonNullable<Awaited<ReturnType<typeof claimMessage>>>

interface NewMessage extends Omit<Insertable<Schema['outbox_messages']>, 'next_attempt_at'> {
  afterSeconds?: number | undefined
}

const claimedColumns = [
  'id',
  'kind',
  'channel',
  'language',
  'encrypted_message',
  'attempts',
  'key',
  'session_id',
  'client_id',
] as const

/** @returns its id, or that of the message that has the same key */
export async function insertMessage(db: Database, { afterSeconds, ...message }: NewMessage): Promise<string> {
  const inserted = await db
    .insertInto('outbox_messages')
    .values({
      ...message,
      created_at: sql<string>`clock_timestamp()`,
      next_attempt_at: sql<string>`now() + make_interval(secs => ${afterSeconds ?? 0})`,
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (inserted) return inserted.id
  const { id } = await db
    .selectFrom('outbox_messages')
    .select('id')
    .where('key', '=', message.key ?? null)
    .executeTakeFirstOrThrow()
  return id
}

/** Committed before a server is called, so that the attempt of a killed process is known. */
export async function claimMessage(db: Database, leaseSeconds: number) {
  return db
    .updateTable('outbox_messages')
    .set({
      state: 'sending',
      attempts: sql<number>`attempts + 1`,
      unconfirmed: sql<number>`unconfirmed + (state = 'sending')::int`,
      next_attempt_at: sql<string>`now() + make_interval(secs => ${leaseSeconds})`,
    })
    .where('id', '=', ({ selectFrom }) =>
      selectFrom('outbox_messages')
        .select('id')
        .where('state', 'in', ['queued', 'sending', 'failed'])
        .where('next_attempt_at', '<=', sql<string>`now()`)
        .orderBy('next_attempt_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(claimedColumns)
    .executeTakeFirst()
}

const withLease = (db: Database, { id, attempts }: Pick<ClaimedMessage, 'id' | 'attempts'>) =>
  db.updateTable('outbox_messages').where('id', '=', id).where('attempts', '=', attempts).where('state', '=', 'sending')

/** Extends the lease of a message, unless another process has claimed it. */
export async function keepMessage(db: Database, message: ClaimedMessage, leaseSeconds: number): Promise<void> {
  await withLease(db, message)
    .set({ next_attempt_at: sql<string>`now() + make_interval(secs => ${leaseSeconds})` })
    .execute()
}

export type Outcome =
  | { state: 'sent'; providerId: string | null; attached: number }
  | { state: 'failed'; error: MessageError; retrySeconds: number }
  | { state: 'dead'; error: MessageError }

/** Erases address and values unless it is tried again. @returns false if another process has claimed it since */
export async function settleMessage(db: Database, message: ClaimedMessage, outcome: Outcome): Promise<boolean> {
  const error = outcome.state === 'sent' ? null : outcome.error
  const { numUpdatedRows } = await withLease(db, message)
    .set({ state: outcome.state, error })
    .$if(error === 'unconfirmed', (query) => query.set({ unconfirmed: sql<number>`unconfirmed + 1` }))
    .$if(outcome.state !== 'failed', (query) => query.set({ encrypted_message: null }))
    .$if(outcome.state === 'sent', (query) => query.set({ sent_at: sql<string>`now()` }))
    .set(outcome.state === 'sent' ? { provider_id: outcome.providerId } : {})
    .set(
      outcome.state === 'failed'
        ? { next_attempt_at: sql<string>`now() + make_interval(secs => ${outcome.retrySeconds})` }
        : {},
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Makes all messages due that a process left while sending them. Only for a start without other processes. */
export async function releaseMessages(db: Database): Promise<void> {
  await db
    .updateTable('outbox_messages')
    .set({ next_attempt_at: sql<string>`now()` })
    .where('state', '=', 'sending')
    .execute()
}

/** Lets a message with the key of one that was not needed be stored. */
export async function forgetKey(db: Database, id: string): Promise<void> {
  await db.updateTable('outbox_messages').set({ key: null }).where('id', '=', id).execute()
}

/** Whether another message to a client was queued, sent or tried again after one. @param of.since its id */
export async function wasWrittenTo(db: Database, { clientId, since }: { clientId: string; since: string }) {
  const { rows } = await sql`SELECT FROM outbox_messages AS other JOIN outbox_messages AS since ON since.id = ${since}
    WHERE other.client_id = ${clientId} AND other.kind <> 'contact-changed' AND (other.created_at > since.created_at
      OR other.sent_at > since.created_at OR other.state IN ('queued', 'sending', 'failed')) LIMIT 1`.execute(db)
  return rows.length > 0
}

const shownColumns = [
  'id',
  'kind',
  'channel',
  'destination',
  'language',
  'state',
  'attempts',
  'unconfirmed',
  'error',
  'created_at',
  'sent_at',
] as const satisfies readonly (keyof SessionMessage)[]

export const listMessagesOfSession = (db: Database, sessionId: string, limit: number) =>
  db
    .selectFrom('outbox_messages')
    .select(shownColumns)
    .where('session_id', '=', sessionId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** Makes other messages of a session with its link or passcode wait until the transaction ends. */
export async function lockCarriers(db: Database, sessionId: string): Promise<void> {
  await db.selectFrom('sessions').select('id').where('id', '=', sessionId).forNoKeyUpdate().execute()
}

const carryingLink: MessageKind[] = ['invitation', 'reminder', 'last-day', 'copy']

/** The channels that have carried a session's link or passcode, without messages that certainly reached nobody. */
export const listCarriers = (db: Database, sessionId: string) =>
  db
    .selectFrom('outbox_messages')
    .select('channel')
    .select(sql<'link' | 'passcode'>`CASE kind WHEN 'passcode' THEN 'passcode' ELSE 'link' END`.as('carries'))
    .distinct()
    .where('session_id', '=', sessionId)
    .where('kind', 'in', [...carryingLink, 'passcode'])
    .where((eb) => eb.or([eb('state', '<>', 'dead'), eb('unconfirmed', '>', 0), eb('provider_id', 'is not', null)]))
    .execute()

export const lockMessageOfSession = (db: Transaction, { id, sessionId }: { id: string; sessionId: string }) =>
  db
    .selectFrom('outbox_messages')
    .select(['id', 'kind', 'channel', 'state'])
    .where('id', '=', id)
    .where('session_id', '=', sessionId)
    .forUpdate()
    .executeTakeFirst()

type Renewed = Pick<NewMessage, 'encrypted_message' | 'destination' | 'language'>

/** `provider_id` stays: a gateway may have delivered it the first time. */
export async function renewMessage(db: Database, id: string, content: Renewed): Promise<void> {
  await db
    .updateTable('outbox_messages')
    .set({ ...content, state: 'queued', attempts: 0, error: null, sent_at: null })
    .set({ next_attempt_at: sql<string>`now()` })
    .where('id', '=', id)
    .where('state', '=', 'dead')
    .execute()
}

/** @returns it, unless it is marked already */
export const rejectMessage = (db: Database, providerId: string, error: MessageError) =>
  db
    .updateTable('outbox_messages')
    .set({ state: 'dead', error, sent_at: null })
    .where('provider_id', '=', providerId)
    .where('state', '=', 'sent')
    .returning(claimedColumns)
    .executeTakeFirst()

/** How many messages wait for longer than these minutes to be sent. */
export async function countLateMessages(db: Database, minutes: number): Promise<number> {
  const { count } = await db
    .selectFrom('outbox_messages')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('state', 'in', ['queued', 'sending', 'failed'])
    .where('created_at', '<', sql<string>`now() - make_interval(mins => ${minutes})`)
    .executeTakeFirstOrThrow()
  return count
}

/** Whether a mail about failing health checks was given up within two days: nobody may know of them. */
export async function hasLostHealthAlert(db: Database): Promise<boolean> {
  const lost = await db
    .selectFrom('outbox_messages')
    .select('id')
    .where('admin_id', 'is not', null)
    .where('kind', '=', 'health-alert')
    .where('state', '=', 'dead')
    .where('created_at', '>', sql<string>`now() - interval '2 days'`)
    .executeTakeFirst()
  return lost !== undefined
}

const waiting = sql`state IN ('queued', 'sending', 'failed')`

/** What the columns of a waiting message become in a restored database: each may have been sent since. */
export const restoredMessage: Readonly<Record<string, RawBuilder<unknown>>> = {
  state: sql`CASE WHEN ${waiting} THEN 'dead' ELSE state END`,
  error: sql`CASE WHEN ${waiting} THEN 'restored' ELSE error END`,
  encrypted_message: sql`CASE WHEN ${waiting} THEN NULL ELSE encrypted_message END`,
  unconfirmed: sql`CASE WHEN ${waiting} THEN unconfirmed + 1 ELSE unconfirmed END`,
}

/**
 * Gives up messages that may have been sent since. A backup of an earlier release has no outbox.
 * @returns their number
 */
export async function giveUpWaitingMessages(db: Database): Promise<number> {
  const tables = await db.introspection.getTables()
  if (!tables.some(({ name }) => name === 'outbox_messages')) return 0
  const { numUpdatedRows } = await db
    .updateTable('outbox_messages')
    .set({ state: 'dead', error: 'restored', encrypted_message: null, unconfirmed: sql<number>`unconfirmed + 1` })
    .where('state', 'in', ['queued', 'sending', 'failed'])
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
