import fp from 'fastify-plugin'
import { counted } from '../../platform/counted.ts'
import type { Database } from '../../platform/database/database.ts'
import { FileDamaged, FileMissing } from '../../platform/errors.ts'
import { recordSystemEvent } from '../audit/audit-service.ts'
import { readPacket } from '../packets/packet-service.ts'
import { auditIdsOf, requireSession } from '../sessions/session-service.ts'
import { findRecipient, isAttachable } from './copy-email-service.ts'

/** Handles the e-mails with copies that clients asked for: attachments, and an audit event for the outcome. */
export const copyEmailSending = fp(
  async (app, { attaches }: { attaches: boolean }) => {
    const { db, cipher, files } = app
    // Queued by an earlier release, which sent copies as jobs: the client asks again.
    app.handleJobs('copy-email', async ({ subject_id }) =>
      recordSystemEvent(db, { action: 'session.copy-not-sent', ...auditIdsOf(await requireSession(db, subject_id)) }),
    )
    const recipientOf = async (db: Database, sessionId: string | null) =>
      sessionId === null ? undefined : findRecipient({ db, cipher }, await requireSession(db, sessionId))
    app.handleMessages('copy', {
      // Not if a document was voided, or added, or the record got another address since the client asked.
      isWanted: async (db, { session_id }, { to }) => (await recipientOf(db, session_id))?.email === to,
      enclose: async (db, { session_id }) => {
        if (!attaches || session_id === null || !(await isAttachable(db, session_id))) return undefined
        try {
          return { template: 'copy-attached', attachments: await readPacket({ db, files }, session_id) }
        } catch (error) {
          // Health reports the file. The client gets the link, and the other documents by it.
          if (error instanceof FileMissing || error instanceof FileDamaged) return undefined
          throw error
        }
      },
      onSettled: async (trx, { session_id }, outcome) => {
        if (session_id === null || outcome.state === 'failed') return
        if (outcome.state === 'dead' && outcome.error === 'not-needed' && !(await recipientOf(trx, session_id))) return
        const action = outcome.state === 'sent' ? 'session.copy-sent' : 'session.copy-not-sent'
        const attached = outcome.state === 'sent' && outcome.attached > 0
        const detail = attached ? `${counted(outcome.attached, 'document')} attached` : undefined
        await recordSystemEvent(trx, { action, ...auditIdsOf(await requireSession(trx, session_id)), detail })
      },
    })
  },
  { name: 'copy-email-sending', dependencies: ['files', 'jobs', 'outbox-sending'] },
)
