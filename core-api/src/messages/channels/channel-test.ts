import { isEmailAddress } from '@agency/contract/email-address'
import type { ChannelTest } from '@agency/contract/message-channels'
import type { MessageChannel, MessageError } from '@agency/contract/messages'
import { dialledPhone } from '@agency/contract/phone'
import { v7 as uuid } from 'uuid'
import type { AgencySettingsSource } from '../../platform/agency/agency-settings.ts'
import { recordEvent } from '../../platform/audit-trail/audit-service.ts'
import type { Database } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { InvalidInput } from '../../platform/errors.ts'
import type { AdminPrincipal } from '../../platform/http/principals.ts'
import { MessageNotSent } from '../../platform/mail/message-not-sent.ts'
import type { ChannelModes, MessageSenders } from '../../platform/mail/message-senders.ts'
import { brandOf } from '../../platform/outbox/templates/brand.ts'
import { countToAddress } from '../session-messages/send-limit.ts'

interface TestContext {
  db: Database
  cipher: FieldCipher
  principal: AdminPrincipal
  agency: AgencySettingsSource
  senders: MessageSenders
  modes: ChannelModes
}

/** Past the queue. @throws InvalidInput for what is no address of the channel; TooManyMessages */
export async function testChannel(context: TestContext, channel: MessageChannel, typed: string): Promise<ChannelTest> {
  const to = addressOf(channel, typed)
  if (context.modes[channel] !== 'server') return { sent: false, answer: `${notSetUp[channel]} Nothing was sent.` }
  const { db, cipher, principal } = context
  await db.transaction().execute(async (trx) => {
    await countToAddress({ db: trx, cipher }, to)
    await recordEvent(trx, principal, { action: 'message-channel.tested', detail: channel })
  })
  const { agencyName, sender } = await brandOf(context.agency)
  const text = `This is a test message of ${agencyName}. It was sent from the back office to see whether messages arrive.`
  try {
    await context.senders[channel]({ id: uuid(), to, sender, subject: `Test message of ${agencyName}`, text })
  } catch (error) {
    if (!(error instanceof MessageNotSent)) throw error
    return { sent: false, answer: `Not sent. ${reasons[error.reason] ?? error.message}` }
  }
  return { sent: true, answer: `The ${servers[channel]} has taken the message. Look whether it has arrived.` }
}

const servers = { email: 'mail server', text: 'text gateway' } as const
const notSetUp = { email: 'No mail server is set up.', text: 'No text gateway is set up.' } as const

function addressOf(channel: MessageChannel, typed: string): string {
  const trimmed = typed.trim()
  const address = channel === 'email' ? (isEmailAddress(trimmed) ? trimmed : null) : dialledPhone(trimmed)
  if (address !== null) return address
  const example =
    channel === 'email' ? 'an email address, such as name@your-agency.com' : 'a phone number, such as (305) 555-0147'
  throw new InvalidInput([{ field: 'to', message: `must be ${example}` }])
}

const reasons: Partial<Record<MessageError, string>> = {
  'login-refused': 'The server refused the login: check the name and the password in its settings.',
  unreachable: 'The server could not be reached: check its host and port, and the network.',
  timeout: 'The server did not answer in time.',
  busy: 'The server is busy: try again in a few minutes.',
  unconfirmed: 'The server did not confirm that it has taken the message. It may arrive nevertheless.',
  refused: 'The server refused the message: check whether it allows this sender.',
  'mailbox-unknown': 'The server does not know this address.',
  'mailbox-full': 'The mailbox of this address is full.',
}
