import type { Database } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { queueMessage } from '../../platform/outbox/outbox-service.ts'

interface StaffMember {
  id: string
  email: string
  username: string
  first_name: string
}

type AccountChange =
  | 'new email address'
  | 'new password'
  | 'passkey added'
  | 'passkey removed'
  | 'authenticator app added'
  | 'authenticator app removed'
  | 'recovered on the server, with power access, a new password and no second factors'
  | `${string} connected`
  | `${string} disconnected`

type Notice =
  | { kind: 'new-device'; device: string }
  | { kind: 'account-changed'; change: AccountChange }
  | { kind: 'reveal-alert'; admin: string; clients: string }
  | { kind: 'second-factor-removed' }

const moment = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
})

/** Queues an e-mail in the transaction of what causes it. Without an address, nothing is sent. */
export async function tellStaff(
  { db, cipher }: { db: Database; cipher: FieldCipher },
  { id, email, username, first_name }: StaffMember,
  notice: Notice,
): Promise<void> {
  if (email === '') return
  const common = { name: first_name || username, date: `${moment.format(new Date())} UTC` }
  const message = { channel: 'email', to: email, language: 'en', adminId: id } as const
  const queue = { db, cipher }
  const { kind } = notice
  if (kind === 'new-device')
    await queueMessage(queue, { ...message, kind, values: { ...common, device: notice.device } })
  else if (kind === 'account-changed')
    await queueMessage(queue, { ...message, kind, values: { ...common, change: notice.change } })
  else if (kind === 'reveal-alert')
    await queueMessage(queue, {
      ...message,
      kind,
      values: { ...common, admin: notice.admin, clients: notice.clients },
    })
  else await queueMessage(queue, { ...message, kind, values: common })
}
