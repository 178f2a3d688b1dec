import type { AuditAction } from '@agency/contract/audit-actions'
import type { MessageChannel } from '@agency/contract/messages'
import { type ReminderPlan, SessionReminders, type UpdateSessionReminders } from '@agency/contract/session-reminders'
import { listOf } from '@agency/service-kit/setting-kinds'
import { getContact, getPostalAddress } from '../../clients/record/client-service.ts'
import { recordUnlessArchived } from '../../platform/access/record-unless-archived.ts'
import { mergeRecordEdit } from '../../platform/concurrency/edit-conflict.ts'
import type { Database } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { InvalidInput, NotFound } from '../../platform/errors.ts'
import type { AdminPrincipal } from '../../platform/http/principals.ts'
import { auditIdsOf, findSessionOf } from '../../sessions/sessions/session-service.ts'
import { timeZoneOf } from './client-time-zone.ts'
import { nextMessage } from './reminder-schedule.ts'
import { findSchedule, listClientMessages, lockSchedule, updateSchedule } from './schedule-repository.ts'

interface ReminderSettings {
  REMINDER_DAYS: string
  REMINDER_REPEAT_DAYS: number
  REMINDER_MOST: number
  AGENCY_TIME_ZONE: string
}

interface ScheduleSettings {
  plan: ReminderPlan
  /** The time zone of clients without a ZIP code or state. */
  timeZone: string
}

export const scheduleSettings = (config: ReminderSettings): ScheduleSettings => ({
  plan: {
    days: listOf(config.REMINDER_DAYS).map(Number),
    repeat_days: config.REMINDER_REPEAT_DAYS,
    most: config.REMINDER_MOST,
  },
  timeZone: config.AGENCY_TIME_ZONE,
})

export interface ScheduleContext {
  db: Database
  cipher: FieldCipher
  settings: ScheduleSettings
}

/** The keys of messages that a schedule queues: each is queued once, whichever process is first. */
export const scheduleKey = (sessionId: string, number: number): string => `schedule:${sessionId}:${number}`
export const lastDayKey = (sessionId: string, expiresAt: string): string =>
  `last-day:${sessionId}:${expiresAt.slice(0, 10)}`
const isOfSchedule = (key: string | null): boolean => /^(?:schedule|last-day):/.test(key ?? '')

export async function readSchedule({ db, cipher, settings }: ScheduleContext, sessionId: string) {
  const row = await findSchedule(db, sessionId)
  if (!row) throw new NotFound()
  const messages = await listClientMessages(db, sessionId)
  const timeZone = timeZoneOf(await getPostalAddress({ db, cipher }, row.client_id), settings.timeZone)
  const own = ownPlan(row)
  const automatic = messages.filter(({ key }) => isOfSchedule(key))
  const sent = automatic.filter(({ kind }) => kind === 'reminder').length
  const remindedAt = messages.find(({ kind }) => kind !== 'invitation')?.created_at
  const { textsStopped } = await getContact({ db, cipher }, row.client_id)
  const isStopped = channelOf(messages) === 'text' && textsStopped !== undefined
  const state = stateOf(row, messages, isStopped)
  const next =
    row.sent_at === null
      ? undefined
      : nextMessage({
          plan: own ?? settings.plan,
          timeZone,
          invitedAt: Date.parse(row.sent_at),
          expiresAt: Date.parse(row.expires_at),
          sent,
          remindedAt: remindedAt === undefined ? null : Date.parse(remindedAt),
          lastDaySent: automatic.some(({ key }) => key === lastDayKey(sessionId, row.expires_at)),
        })
  const ended = state === 'running' && next === undefined
  return { row, own, timeZone, messages, sent, state: ended ? ('ended' as const) : state, next }
}

export type Schedule = Awaited<ReturnType<typeof readSchedule>>

interface PlanColumns {
  days: number[] | null
  repeat_days: number | null
  most: number | null
}

const ownPlan = ({ days, repeat_days, most }: PlanColumns): ReminderPlan | null =>
  days === null || repeat_days === null || most === null ? null : { days, repeat_days, most }

type Row = NonNullable<Awaited<ReturnType<typeof findSchedule>>>
type Messages = Awaited<ReturnType<typeof listClientMessages>>

/** Reasons for giving a message up that say nothing about its address. */
const reasonsUnrelatedToAddress: ReadonlySet<string | null> = new Set(['not-needed', 'restored'])

function stateOf(row: Row, messages: Messages, isStopped: boolean): SessionReminders['state'] {
  const [newest] = messages
  if (row.session_state === 'draft') return 'not-sent'
  if (!row.can_be_reminded) return 'ended'
  if (channelOf(messages) === undefined) return 'by-hand'
  if (isStopped) return 'opted-out'
  if (newest?.state === 'dead' && !reasonsUnrelatedToAddress.has(newest.error)) return 'undelivered'
  return row.paused_at === null ? 'running' : 'paused'
}

/** The channel of the last invitation, by which reminders go; undefined if staff sent the session by hand. */
export const channelOf = (messages: Messages): MessageChannel | undefined =>
  messages.find(({ kind }) => kind === 'invitation')?.channel

type Reader = ScheduleContext & { principal: AdminPrincipal }

/** @throws NotFound */
export async function getReminders(context: Reader, code: string): Promise<SessionReminders> {
  const { id } = await findSessionOf(context, code)
  return toAnswer(await readSchedule(context, id), context.settings)
}

function toAnswer(schedule: Schedule, settings: ScheduleSettings): SessionReminders {
  const { row, own, timeZone, messages, state, next } = schedule
  return {
    state,
    paused: row.paused_at !== null,
    plan: own,
    default_plan: settings.plan,
    next: state === 'running' && next ? { kind: next.kind, at: new Date(next.at).toISOString() } : null,
    sent: messages.flatMap(({ kind, created_at: at }) =>
      kind === 'reminder' || kind === 'last-day' ? [{ kind, at }] : [],
    ),
    time_zone: timeZone,
    version: row.version,
  }
}

/** @throws NotFound, EditConflict; InvalidInput for days that do not rise */
export function changeReminders(
  context: Reader,
  code: string,
  sent: UpdateSessionReminders,
  baseVersion: number | undefined,
): Promise<SessionReminders> {
  requireRising(sent.plan?.days ?? [])
  return context.db.transaction().execute(async (trx) => {
    const inTransaction = { ...context, db: trx }
    const session = await findSessionOf(inTransaction, code)
    await lockSchedule(trx, session.id)
    const schedule = await readSchedule(inTransaction, session.id)
    const current = { ...toAnswer(schedule, context.settings), field_versions: schedule.row.field_versions ?? {} }
    const edit = mergeRecordEdit({ schema: SessionReminders, current, changes: sent, baseVersion })
    const fields = Object.keys(edit)
    if (fields.length === 0) return toAnswer(schedule, context.settings)
    const plan = edit.plan === null ? { days: null, repeat_days: null, most: null } : edit.plan
    const pause = edit.paused === undefined ? {} : { paused_at: edit.paused ? new Date().toISOString() : null }
    await updateSchedule(trx, session.id, { ...plan, ...pause, next_at: new Date().toISOString() }, fields)
    const action = actionOf(edit)
    await recordUnlessArchived(trx, context.principal, { action, ...auditIdsOf(session), fields })
    return toAnswer(await readSchedule(inTransaction, session.id), context.settings)
  })
}

function actionOf({ paused }: UpdateSessionReminders): AuditAction {
  if (paused === undefined) return 'session.reminders-changed'
  return paused ? 'session.reminders-paused' : 'session.reminders-resumed'
}

function requireRising(days: readonly number[]): void {
  if (days.every((day, n) => n === 0 || day > (days[n - 1] ?? 0))) return
  throw new InvalidInput([{ field: 'plan', message: 'must name its days in rising order' }])
}
