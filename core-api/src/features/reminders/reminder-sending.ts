import fp from 'fastify-plugin'
import type { Database } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { type Mailer, MailNotSent } from '../../platform/mail/mailer.ts'
import { recordSystemEvent } from '../audit/audit-service.ts'
import { getContact } from '../clients/client-service.ts'
import { about, findRemindedForm, moveForm, requireLockedSessionForm } from '../session-forms/session-form-service.ts'
import { requireSession } from '../sessions/session-service.ts'
import { messageFor, type ReminderSettings, remindJob, waitsForClient } from './reminder-service.ts'

interface SendingContext {
  db: Database
  cipher: FieldCipher
  settings: ReminderSettings
  /** Undefined if this deployment sends no e-mails. */
  mailer: Mailer | undefined
}

/** Tries, with growing pauses: about twenty minutes. */
const mostTries = 8
const willRetry = 'The e-mail could not be sent yet. It will be retried automatically.'
const givenUp = 'The e-mail could not be sent. Please remind the client in another way.'

/** Sends the e-mails of reminders, as jobs. */
export const reminderSending = fp(
  async (app, options: Omit<SendingContext, 'db' | 'cipher'>) => {
    const { db, cipher } = app
    app.handleJobs(remindJob, async ({ subject_id: reminderId, attempts }) => {
      try {
        await sendReminder({ db, cipher, ...options }, reminderId)
      } catch (error) {
        if (!(error instanceof MailNotSent)) throw error
        const over = error.permanent || attempts >= mostTries
        await settle(db, reminderId, over ? givenUp : willRetry)
        if (!over) throw error
        app.log.error({ err: error }, 'a reminder was given up')
      }
    })
  },
  { name: 'reminder-sending', dependencies: ['database', 'jobs', 'encryption'] },
)

/** Sends one reminder, unless its document was removed or finished, or another reminder was requested since. */
async function sendReminder({ db, cipher, settings, mailer }: SendingContext, reminderId: string): Promise<void> {
  const form = await findRemindedForm(db, reminderId)
  if (!form) return
  const session = await requireSession(db, form.session_id)
  if (!waitsForClient(form, session)) return settle(db, reminderId, null)
  const contact = await getContact({ db, cipher }, session.client_id)
  if (contact.email === null) throw new MailNotSent('no address', true)
  if (!mailer) throw new MailNotSent('no server', true)
  await mailer({ ...messageFor(settings, session, contact), to: contact.email, id: reminderId })
  await settle(db, reminderId, null, true)
}

/** Stores the result of sending, unless a newer reminder has replaced this one. */
function settle(db: Database, reminderId: string, reminder_error: string | null, sent = false): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const found = await findRemindedForm(trx, reminderId)
    if (!found) return
    const form = await requireLockedSessionForm(trx, found.id)
    if (form.reminder_id !== reminderId) return
    if (form.reminder_error !== reminder_error) await moveForm(trx, form, { reminder_error })
    if (sent) await recordSystemEvent(trx, { action: 'session-form.reminder-sent', ...about(form) })
  })
}
