import type { MessageChannel, MessageKind } from '@agency/contract/messages'
import type { Database } from '../database/database.ts'
import { WrongState } from '../errors.ts'
import { listCarriers, lockCarriers } from './outbox-repository.ts'

export type Secret = 'link' | 'passcode'

/** The kinds of messages with a link or a passcode. No channel may carry both. */
const carried: Partial<Record<MessageKind, Secret>> = {
  invitation: 'link',
  reminder: 'link',
  'last-day': 'link',
  copy: 'link',
  passcode: 'passcode',
}

/** The secret that each channel has carried: whoever reads one channel must not have both link and passcode. */
export async function findCarried(db: Database, sessionId: string): Promise<Record<MessageChannel, Secret | null>> {
  const carriers = await listCarriers(db, sessionId)
  const of = (channel: MessageChannel) => carriers.find((carrier) => carrier.channel === channel)?.carries ?? null
  return { email: of('email'), text: of('text') }
}

export async function mayCarryLink(db: Database, sessionId: string, channel: MessageChannel): Promise<boolean> {
  return (await findCarried(db, sessionId))[channel] !== 'passcode'
}

/** Locks the session, for both at once. @throws WrongState if the channel has carried the other of link and passcode */
export async function requireFreeChannel(
  db: Database,
  { kind, channel, sessionId }: { kind: MessageKind; channel: MessageChannel; sessionId: string },
): Promise<void> {
  const secret = carried[kind]
  if (secret === undefined) return
  await lockCarriers(db, sessionId)
  const earlier = (await findCarried(db, sessionId))[channel]
  if (earlier === null || earlier === secret) return
  const name = channel === 'email' ? 'email' : 'text message'
  throw new WrongState(`The ${earlier} of this session went by ${name}. Send the ${secret} another way.`)
}
