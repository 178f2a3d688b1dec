import fp from 'fastify-plugin'
import type { Database } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import type { Job } from '../../platform/jobs/job-repository.ts'
import { type Mailer, MailNotSent } from '../../platform/mail/mailer.ts'
import { recordSystemEvent } from '../audit/audit-service.ts'
import { about, requireSession } from '../sessions/session-service.ts'
import { type CopyEmailSettings, copyEmailJob, copyEmailMessage, findRecipient } from './copy-email-service.ts'

interface SendingOptions {
  settings: CopyEmailSettings
  /** Undefined if this deployment sends no e-mails. */
  mailer: Mailer | undefined
}

interface SendingContext extends SendingOptions {
  db: Database
  cipher: FieldCipher
}

/** Tries of one session, those of earlier requests too. */
const mostTries = 20

/** Sends the links that clients asked for, as jobs. */
export const copyEmailSending = fp(
  async (app, options: SendingOptions) => {
    const { db, cipher } = app
    app.handleJobs(copyEmailJob, async (job) => {
      try {
        await sendCopyEmail({ db, cipher, ...options }, job)
      } catch (error) {
        if (!(error instanceof MailNotSent)) throw error
        if (!error.permanent && job.attempts < mostTries) throw error
        const session = await requireSession(db, job.subject_id)
        await recordSystemEvent(db, { action: 'session.copy-not-sent', ...about(session) })
        app.log.error({ err: error }, 'an e-mail with the link to signed documents was given up')
      }
    })
  },
  { name: 'copy-email-sending', dependencies: ['database', 'jobs', 'encryption'] },
)

/** Sends one e-mail, unless a document was voided, or added, since the client asked. */
async function sendCopyEmail({ db, cipher, settings, mailer }: SendingContext, job: Job): Promise<void> {
  const session = await requireSession(db, job.subject_id)
  const recipient = await findRecipient({ db, cipher }, session)
  if (!recipient) return
  if (!mailer) throw new MailNotSent('no server', true)
  await mailer({ ...copyEmailMessage(settings, session, recipient), to: recipient.email, id: job.id })
  await recordSystemEvent(db, { action: 'session.copy-sent', ...about(session) })
}
