import fp from 'fastify-plugin'
import { counted } from '../counted.ts'
import type { Database } from '../database/database.ts'
import type { HealthFinding } from '../http/health-checks.ts'
import { countLateMessages, hasLostHealthAlert } from './outbox-repository.ts'

const longMinutes = 10
const intoFiles =
  'No mail server is set up: messages reach nobody. Messages to staff are only kept as files on the server, and links to clients are given by hand. Whoever runs the server sets one up by the settings SMTP_URL and MAIL_FROM; a test message can then be sent on the screen Mail and texts.'
const noMail =
  'No mail server is set up: emails are not sent. Whoever runs the server sets one up by the settings SMTP_URL and MAIL_FROM; a test message can then be sent on the screen Mail and texts.'

/** Registers the health check of messages. Without a mail server, the start of the service warns too. */
export const outboxHealth = fp(
  async (app) => {
    const missing = app.config.DEMO
      ? undefined
      : { server: undefined, files: intoFiles, off: noMail }[app.channels.modes.email]
    if (missing !== undefined) app.log.warn(missing)
    app.addHealthCheck({
      id: 'messages',
      title: 'Messages',
      affectsReadiness: false,
      run: async () => (missing === undefined ? checkQueue(app.db) : { state: 'warning', message: missing }),
    })
  },
  { name: 'outbox-health', dependencies: ['database', 'health-checks'] },
)

const lostAlert: HealthFinding = {
  state: 'warning',
  message:
    'A mail about failing health checks could not be delivered. Check the email addresses of the power admins, and send a test message on the screen Mail and texts.',
}

async function checkQueue(db: Database): Promise<HealthFinding> {
  const late = await countLateMessages(db, longMinutes)
  if (late === 0)
    return (await hasLostHealthAlert(db))
      ? lostAlert
      : { state: 'ok', message: 'Messages are sent as they are queued.' }
  const message = `${counted(late, 'message')} could not be sent for more than ${longMinutes} minutes and will be tried again. Whoever runs the server finds the reason in its log.`
  return { state: 'warning', message }
}
