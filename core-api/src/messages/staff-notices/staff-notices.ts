import type { FastifyInstance } from 'fastify'
import { type RoleScopes, roleScopesOf, seesClient } from '../../platform/access/staff-scope.ts'
import type { Database } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { queueMessage } from '../../platform/outbox/outbox-service.ts'
import type { SessionRow } from '../../sessions/sessions/session-repository.ts'
import { completedNoticeJob, findSessionById } from '../../sessions/sessions/session-service.ts'
import { declinedNoticeJob, findSessionOfDecline } from '../../signing/envelopes/decline-service.ts'
import { findAdminContact } from '../../staff/admins/admin-service.ts'
import { teamsOf } from '../../staff/teams/team-service.ts'

interface NoticeContext {
  db: Database
  cipher: FieldCipher
  scopes: RoleScopes
}

interface Notice {
  kind: 'declined' | 'completed'
  session: SessionRow | undefined
  /** Identifies the event that the notice reports. A notice is sent once per cause. */
  cause: string
}

export async function noticeJobs(app: FastifyInstance): Promise<void> {
  const { db, cipher } = app
  const scopes = roleScopesOf(app.config)
  app.handleJobs(declinedNoticeJob, async ({ subject_id: id }) => {
    const session = await findSessionOfDecline(db, id)
    await queueNotice({ db, cipher, scopes }, { kind: 'declined', session, cause: id })
    app.wakeOutbox()
  })
  app.handleJobs(completedNoticeJob, async ({ subject_id: id }) => {
    const session = await findSessionById(db, id)
    // Another document may have been attached since.
    if (session?.status !== 'completed') return
    const cause = `${id}:${session.submitted_at}`
    await queueNotice({ db, cipher, scopes }, { kind: 'completed', session, cause })
    app.wakeOutbox()
  })
}

/** Queues it unless the account is deleted, has no address or does not see the client. E-mail names them by initial. */
async function queueNotice({ db, cipher, scopes }: NoticeContext, { kind, session, cause }: Notice): Promise<void> {
  if (!session?.created_by) return
  const admin = await findAdminContact(db, session.created_by)
  if (!admin?.email) return
  const teams = await teamsOf(db, admin.id)
  if (!(await seesClient(db, { scopes, admin: { ...admin, teams } }, session.client_id))) return
  const { id: sessionId, client_id: clientId, client_first_name, client_last_name, session_type } = session
  // That of `de la Cruz` is C.
  const [initial] = /\p{Lu}/u.exec(client_last_name ?? '') ?? [client_last_name?.trim().slice(0, 1).toUpperCase()]
  const client = [client_first_name?.trim(), initial && `${initial}.`].filter(Boolean).join(' ') || 'A client'
  const ids = { sessionId, clientId, adminId: session.created_by, key: `${kind}:${cause}` }
  await queueMessage(
    { db, cipher },
    { kind, channel: 'email', to: admin.email, language: 'en', values: { client, session: session_type }, ...ids },
  )
}
