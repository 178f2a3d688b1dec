import { join } from 'node:path'
import type { MessageChannel } from '@agency/contract/messages'
import { smtpMailer } from './mailer.ts'
import { MessageFiles } from './message-files.ts'
import { MessageNotSent } from './message-not-sent.ts'
import type { MessageSender } from './message-sender.ts'
import { gatewaySender } from './text-gateway.ts'

export type MessageSenders = Readonly<Record<MessageChannel, MessageSender>>

type ChannelMode = 'server' | 'files' | 'off'
export type ChannelModes = Readonly<Record<MessageChannel, ChannelMode>>

/** The modes without files, which reach nobody. In a demonstration, a page shows them. */
function reachingModes({ email, text }: ChannelModes, isDemo: boolean): ChannelModes {
  const reaching = (mode: ChannelMode) => (mode === 'files' && !isDemo ? 'off' : mode)
  return { email: reaching(email), text: reaching(text) }
}

interface MessageSettings {
  SMTP_URL?: string
  MAIL_FROM?: string
  TEXT_GATEWAY_URL?: string
  TEXT_GATEWAY_ACCOUNT?: string
  TEXT_GATEWAY_TOKEN?: string
  TEXT_FROM?: string
  TEXT_TO_FILES: boolean
  DEMO: boolean
  PUBLIC_URL: string
  dataDirectory: string
}

interface OpenSenders {
  senders: MessageSenders
  modes: ChannelModes
  reaching: ChannelModes
  mailReaches: boolean
  /** The messages that a demonstration shows. Only without any server. */
  shown: MessageFiles | undefined
}

declare module 'fastify' {
  interface FastifyInstance {
    readonly channels: OpenSenders
  }
}

/** Opens the senders. With one server, the other channel is off unless `TEXT_TO_FILES`: files would reach nobody. */
export function openMessageSenders(settings: MessageSettings): OpenSenders {
  const opened = chooseSenders(settings)
  const reaching = reachingModes(opened.modes, settings.DEMO)
  return { ...opened, reaching, mailReaches: reaching.email !== 'off' }
}

function chooseSenders(settings: MessageSettings): Pick<OpenSenders, 'senders' | 'modes' | 'shown'> {
  const email = emailSender(settings)
  const text = textSender(settings)
  const files = new MessageFiles(join(settings.dataDirectory, 'outbox'))
  if (email || text) {
    const fallback = settings.TEXT_TO_FILES ? files.writeText : refuse
    const modes: ChannelModes = {
      email: email ? 'server' : 'off',
      text: text ? 'server' : settings.TEXT_TO_FILES ? 'files' : 'off',
    }
    const senders = { email: email ?? refuse, text: text ?? fallback }
    return { senders, modes, shown: undefined }
  }
  const senders = { email: files.writeEmail, text: files.writeText }
  return { senders, modes: { email: 'files', text: 'files' }, shown: settings.DEMO ? files : undefined }
}

function emailSender({ SMTP_URL, MAIL_FROM }: MessageSettings): MessageSender | undefined {
  // The settings refuse one without the other.
  if (!SMTP_URL || !MAIL_FROM) return undefined
  const mailer = smtpMailer(SMTP_URL, MAIL_FROM)
  return async ({ subject = '', ...message }) => {
    await mailer({ subject, ...message })
    return null
  }
}

/** Where the gateway reports what became of a message. Its signature covers this address. */
export const statusUrlOf = (publicUrl: string): string =>
  `${publicUrl.replace(/\/$/, '')}/session/_api/text-messages/webhook`

function textSender(settings: MessageSettings): MessageSender | undefined {
  const { TEXT_GATEWAY_URL: url, TEXT_GATEWAY_ACCOUNT: account, TEXT_GATEWAY_TOKEN: token, TEXT_FROM: from } = settings
  // The settings refuse some without the others.
  if (!url || !account || !token || !from) return undefined
  // A gateway refuses an address that it could not reach.
  const statusUrl = settings.PUBLIC_URL.startsWith('https:') ? statusUrlOf(settings.PUBLIC_URL) : undefined
  return gatewaySender({ url, account, token, from, statusUrl })
}

const refuse: MessageSender = async () => {
  throw new MessageNotSent('not-set-up', { permanent: true, detail: 'no server is set up' })
}
