import type { FastifyInstance } from 'fastify'
import { recordSystemEvent } from '../../platform/audit-trail/audit-service.ts'
import { counted } from '../../platform/counted.ts'
import type { Database } from '../../platform/database/database.ts'
import { FileDamaged, FileMissing } from '../../platform/errors.ts'
import type { ClaimedMessage } from '../../platform/outbox/outbox-repository.ts'
import { auditIdsOf, requireSession, signedCopyJob } from '../../sessions/sessions/session-service.ts'
import { readPacket } from '../../signing/packets/packet-service.ts'
import { findRecipient, isAttachable, sendSignedCopy } from './copy-email-service.ts'

/** Copies of completed sessions, and those that clients asked for. */
export async function copyEmailSending(app: FastifyInstance): Promise<void> {
  const { db, cipher, files, config } = app
  const settings = { publicUrl: config.PUBLIC_URL, modes: app.channels.reaching, days: config.SIGNED_COPY_DAYS }
  // Queued by an earlier release, which sent copies as jobs: the client asks again.
  app.handleJobs('copy-email', async ({ subject_id }) =>
    recordSystemEvent(db, { action: 'session.copy-not-sent', ...auditIdsOf(await requireSession(db, subject_id)) }),
  )
  app.handleJobs(signedCopyJob, async ({ subject_id }) => {
    if (await sendSignedCopy({ db, cipher, ...settings }, subject_id)) app.wakeOutbox()
  })
  const recipientOf = async (db: Database, { session_id, channel }: ClaimedMessage) =>
    session_id === null ? undefined : findRecipient({ db, cipher }, await requireSession(db, session_id), channel)
  app.handleMessages('copy', {
    // Not if a document was voided, or added, or the record got another address since the client asked.
    isWanted: async (db, message, { to }) => (await recipientOf(db, message))?.to === to,
    enclose: async (db, { session_id }) => {
      if (config.SIGNED_COPY !== 'attached' || session_id === null || !(await isAttachable(db, session_id)))
        return undefined
      try {
        return { template: 'copy-attached', attachments: await readPacket({ db, files }, session_id) }
      } catch (error) {
        // Health reports the file. The client gets the link, and the other documents by it.
        if (error instanceof FileMissing || error instanceof FileDamaged) return undefined
        throw error
      }
    },
    onSettled: async (trx, message, outcome) => {
      const { session_id } = message
      if (session_id === null || outcome.state === 'failed') return
      if (outcome.state === 'dead' && outcome.error === 'not-needed' && !(await recipientOf(trx, message))) return
      const action = outcome.state === 'sent' ? 'session.copy-sent' : 'session.copy-not-sent'
      const attached = outcome.state === 'sent' && outcome.attached > 0
      const detail = attached ? `${counted(outcome.attached, 'document')} attached` : undefined
      await recordSystemEvent(trx, { action, ...auditIdsOf(await requireSession(trx, session_id)), detail })
    },
  })
}
