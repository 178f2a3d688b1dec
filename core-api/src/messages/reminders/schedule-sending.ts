import type { FastifyInstance } from 'fastify'
import { addressFor, getContact } from '../../clients/record/client-service.ts'
import type { Database } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { TooManyMessages } from '../../platform/errors.ts'
import { recurringJob } from '../../platform/jobs/recurring-job.ts'
import { mayCarryLink } from '../../platform/outbox/message-channels.ts'
import type { MessageHandler } from '../../platform/outbox/outbox-sending.ts'
import { queueMessage } from '../../platform/outbox/outbox-service.ts'
import { lastWholeDay, linkOf, nameOf } from '../../sessions/sessions/client-values.ts'
import { requireSession } from '../../sessions/sessions/session-service.ts'
import { countToAddress } from '../session-messages/send-limit.ts'
import { goesToRecord, recordEndOfMessage } from '../session-messages/session-message-sending.ts'
import { type NextMessage, outsideNight } from './reminder-schedule.ts'
import { beginSchedules, findSchedule, listDueSessions, lockSchedule, updateSchedule } from './schedule-repository.ts'
import {
  channelOf,
  lastDayKey,
  readSchedule,
  type Schedule,
  type ScheduleContext,
  scheduleKey,
  scheduleSettings,
} from './schedule-service.ts'

interface SendingContext extends ScheduleContext {
  publicUrl: string
  log: { error(details: object, message: string): void }
}

const everySeconds = 300
const mostAtOnce = 200
/** The longest until a session is looked at again: its expiry or its documents may have changed. */
const longestPause = 86_400_000
const minute = 60_000
const pauseOfFailure = 3_600_000

/** Queues the reminders and last-day messages that are due. */
export async function scheduleSending(app: FastifyInstance): Promise<void> {
  const { db, cipher, log, config } = app
  const context = { db, cipher, log, settings: scheduleSettings(config), publicUrl: config.PUBLIC_URL }
  app.handleMessages('last-day', scheduledMessages(cipher))
  recurringJob(app, {
    kind: 'reminder-schedules',
    every: everySeconds,
    run: async ({ closing }) => {
      const queued = await queueDueReminders(context, Date.now(), closing)
      if (queued > 0) app.wakeOutbox()
      return { queued }
    },
    failure: 'the reminders that are due could not be queued',
  })
}

/** Sends none after the session's end, while the schedule is paused, or once the record has another address. */
export const scheduledMessages = (cipher: FieldCipher): Required<Pick<MessageHandler, 'isWanted' | 'onSettled'>> => ({
  isWanted: async (db, message, { to }) => {
    if (message.session_id === null) return false
    const row = await findSchedule(db, message.session_id)
    return row?.can_be_reminded === true && row.paused_at === null && goesToRecord({ db, cipher }, message, to)
  },
  onSettled: recordEndOfMessage,
})

/** @returns how many were queued */
export async function queueDueReminders(context: SendingContext, now: number, closing?: AbortSignal): Promise<number> {
  await beginSchedules(context.db)
  let queued = 0
  for (;;) {
    const due = await listDueSessions(context.db, new Date(now).toISOString(), mostAtOnce)
    for (const sessionId of due) {
      if (closing?.aborted) return queued
      if (await advanceOrPostpone(context, sessionId, now)) queued += 1
    }
    if (due.length < mostAtOnce) return queued
  }
}

/** A session that fails, or whose client got several messages lately, is postponed: it delays no others. */
async function advanceOrPostpone(context: SendingContext, sessionId: string, now: number): Promise<boolean> {
  try {
    return await advance(context, sessionId, now)
  } catch (error) {
    if (error instanceof TooManyMessages) {
      await postpone(context.db, sessionId, now + error.retryAfter * 1_000)
      return false
    }
    // The message of an error may contain personal data.
    const name = error instanceof Error ? error.name : 'Error'
    context.log.error({ session: sessionId, error: name }, 'the reminder of a session could not be queued')
    await postpone(context.db, sessionId, now + pauseOfFailure)
    return false
  }
}

const postpone = (db: Database, sessionId: string, until: number): Promise<void> =>
  updateSchedule(db, sessionId, { next_at: new Date(until).toISOString() }, [])

/** @returns whether one was queued */
function advance(context: SendingContext, sessionId: string, now: number): Promise<boolean> {
  return context.db.transaction().execute(async (trx) => {
    await lockSchedule(trx, sessionId)
    const inTransaction = { ...context, db: trx }
    const { row, state, next, timeZone, ...schedule } = await readSchedule(inTransaction, sessionId)
    const sendAt =
      state === 'running' && next ? Math.max(next.at, outsideNight(now, timeZone)) : Number.POSITIVE_INFINITY
    const isDue = sendAt <= now && now < Date.parse(row.expires_at)
    const queued = isDue && next !== undefined && (await queueNext(inTransaction, sessionId, { ...schedule, next }))
    const lookAt = Math.min(sendAt > now ? sendAt : Number.POSITIVE_INFINITY, now + (queued ? minute : longestPause))
    // `beginSchedules` finds a session again that is reopened, or gets another document.
    await updateSchedule(trx, sessionId, { next_at: row.can_be_reminded ? new Date(lookAt).toISOString() : null }, [])
    return queued
  })
}

type Due = Pick<Schedule, 'messages' | 'sent'> & { next: NextMessage }

/** @returns false without an address, or if the channel has carried the passcode @throws TooManyMessages */
async function queueNext(context: SendingContext, sessionId: string, { messages, sent, next }: Due): Promise<boolean> {
  const { db, cipher, publicUrl } = context
  const session = await requireSession(db, sessionId)
  const contact = await getContact({ db, cipher }, session.client_id, session.consent_language)
  const channel = channelOf(messages)
  if (channel === undefined) return false
  const to = addressFor(contact, channel)
  if (to === null || !(await mayCarryLink(db, sessionId, channel))) return false
  const { language } = contact
  const values = {
    name: nameOf(contact),
    link: linkOf(publicUrl, session, language),
    date: lastWholeDay(session, language),
  }
  const { kind } = next
  const key = kind === 'reminder' ? scheduleKey(sessionId, sent + 1) : lastDayKey(sessionId, session.expires_at)
  const ids = { sessionId, clientId: session.client_id, key }
  await queueMessage({ db, cipher }, { kind, channel, to, language, values, ...ids })
  // Last: Send locks the session before it counts, too.
  await countToAddress({ db, cipher }, to)
  return true
}
