import type { FastifyInstance } from 'fastify'
import { recordSystemEvent } from '../../platform/audit-trail/audit-service.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import {
  auditIdsOf,
  findRemindedForm,
  requireLockedSessionForm,
  updateSessionForm,
} from '../../sessions/session-forms/session-form-service.ts'
import { requireSession } from '../../sessions/sessions/session-service.ts'
import { goesToRecord } from '../session-messages/session-message-sending.ts'
import { canBeRemindedOf, reminderIdOf } from './reminder-service.ts'
import { scheduledMessages } from './schedule-sending.ts'

const willRetry = 'The email could not be sent yet. It will be retried automatically.'
const addressChanged =
  'The email was not sent, because the client’s address has changed. Please send the reminder again.'
const givenUp = 'The email could not be sent. Please remind the client in another way.'

export async function reminderSending(app: FastifyInstance): Promise<void> {
  const { db, cipher } = app
  const scheduled = scheduledMessages(cipher)
  // Queued by an earlier release, which sent reminders as jobs: staff remind again.
  app.handleJobs('remind', ({ subject_id }) => db.transaction().execute((trx) => settle(trx, subject_id, givenUp)))
  app.handleMessages('reminder', {
    isWanted: async (db, message, content) => {
      const reminderId = reminderIdOf(message.key)
      if (reminderId === undefined) return scheduled.isWanted(db, message, content)
      return (await isWaitedFor(db, reminderId)) && goesToRecord({ db, cipher }, message, content.to)
    },
    onSettled: async (trx, message, outcome) => {
      const reminderId = reminderIdOf(message.key)
      if (reminderId === undefined) return scheduled.onSettled(trx, message, outcome)
      if (outcome.state === 'sent') return settle(trx, reminderId, null, true)
      if (outcome.error === 'not-needed') {
        return settle(trx, reminderId, (await isWaitedFor(trx, reminderId)) ? addressChanged : null)
      }
      await settle(trx, reminderId, outcome.state === 'dead' ? givenUp : willRetry)
    },
  })
}

/** Not if its document was removed or finished, or another reminder was requested since. */
async function isWaitedFor(db: Database, reminderId: string): Promise<boolean> {
  const form = await findRemindedForm(db, reminderId)
  return form !== undefined && canBeRemindedOf(form, await requireSession(db, form.session_id))
}

async function settle(
  trx: Transaction,
  reminderId: string,
  reminder_error: string | null,
  sent = false,
): Promise<void> {
  const found = await findRemindedForm(trx, reminderId)
  if (!found) return
  const form = await requireLockedSessionForm(trx, found.id)
  if (form.reminder_id !== reminderId) return
  if (form.reminder_error !== reminder_error) await updateSessionForm(trx, form, { reminder_error })
  if (sent) await recordSystemEvent(trx, { action: 'session-form.reminder-sent', ...auditIdsOf(form) })
}
