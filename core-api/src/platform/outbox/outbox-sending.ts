import type { MessageKind } from '@agency/contract/messages'
import fp from 'fastify-plugin'
import Type from 'typebox'
import { Value } from 'typebox/value'
import { recordSystemEvent } from '../audit-trail/audit-service.ts'
import type { Database, Transaction } from '../database/database.ts'
import { secondsToRetry, workQueue } from '../jobs/work-queue.ts'
import { MessageNotSent } from '../mail/message-not-sent.ts'
import type { Attachment } from '../mail/message-sender.ts'
import {
  type ClaimedMessage,
  claimMessage,
  keepMessage,
  type Outcome,
  releaseMessages,
  settleMessage,
} from './outbox-repository.ts'
import { isTestMessage, messageContext } from './outbox-service.ts'
import { brandOf } from './templates/brand.ts'
import { UnknownPlaceholder } from './templates/message-placeholders.ts'
import { type RenderedMessage, renderMessage } from './templates/render-message.ts'
import { findTextsStopped, storeStop } from './text-opt-outs.ts'

/** Attachments of an e-mail, and the kind whose template mentions them. */
interface Enclosure {
  template: MessageKind
  attachments: readonly Attachment[]
}

const Content = Type.Object({ to: Type.String(), values: Type.Record(Type.String(), Type.String()) })

type QueuedContent = Type.Static<typeof Content>

export interface MessageHandler {
  /** Asks, before each attempt, for this recipient and these values: hours may have passed. */
  isWanted?(db: Database, message: ClaimedMessage, content: QueuedContent): Promise<boolean>
  /** The files of an e-mail, read for each attempt: the outbox never stores them. */
  enclose?(db: Database, message: ClaimedMessage): Promise<Enclosure | undefined>
  onSettled?(db: Transaction, message: ClaimedMessage, outcome: Outcome): Promise<void>
}

declare module 'fastify' {
  interface FastifyInstance {
    handleMessages(kind: MessageKind, handler: MessageHandler): void
    settledMessage(db: Transaction, message: ClaimedMessage, outcome: Outcome): Promise<void>
    /** Sends queued messages now, without waiting for the next poll. */
    wakeOutbox(): void
  }
}

/** So that one slow server delays few messages. */
const lanes = 4
/** Within about three and a half hours. */
const mostTries = 20
/** For one-time codes, which expire: about three minutes. */
const mostTriesOfCode = 5
const ofShortLife: ReadonlySet<MessageKind> = new Set(['signing-code', 'password-reset'])

/** Sends the messages of the outbox. Every replica does; a lease in the database decides who sends a message. */
export const outboxSending = fp(
  async (app) => {
    const {
      alone,
      channels: { senders },
    } = app
    const { db, cipher } = app
    if (alone) await releaseMessages(db)
    const handlers = new Map<MessageKind, MessageHandler>()
    const handlerOf = ({ kind, key }: ClaimedMessage) => (isTestMessage(key) ? undefined : handlers.get(kind))

    const read = ({ id, encrypted_message }: ClaimedMessage) => {
      if (encrypted_message === null) throw new Error('A message without content was claimed')
      return Value.Parse(Content, JSON.parse(cipher.decrypt(encrypted_message, messageContext(id))))
    }
    const send = async (message: ClaimedMessage): Promise<Outcome> => {
      const { id, kind, channel, language } = message
      const handler = handlerOf(message)
      const content = read(message)
      const { to, values } = content
      if (channel === 'text' && (await findTextsStopped(db, to))) return { state: 'dead', error: 'opted-out' }
      const isWanted = await (handler?.isWanted?.(db, message, content) ?? true)
      if (!isWanted) return { state: 'dead', error: 'not-needed' }
      const { template, attachments = [] } = (channel === 'email' && (await handler?.enclose?.(db, message))) || {}
      const toRender = { kind: template ?? kind, channel, language, values }
      const brand = await brandOf(app.agency)
      const rendered: RenderedMessage = await renderMessage({ db, brand }, toRender)
      const providerId = await senders[channel]({ id, to, sender: brand.sender, ...rendered, attachments }).catch(
        async (error) => {
          if (error instanceof MessageNotSent && error.reason === 'opted-out') await storeStopOfGateway(message, to)
          throw error
        },
      )
      return { state: 'sent', providerId, attached: attachments.length }
    }
    const storeStopOfGateway = ({ client_id: clientId }: ClaimedMessage, number: string) =>
      db.transaction().execute(async (trx) => {
        const isNew = await storeStop(trx, { number, source: 'gateway', adminId: null })
        if (!isNew || clientId === null) return
        const event = { action: 'client.texts-stopped' as const, detail: 'by the client, as the gateway says' }
        await recordSystemEvent(trx, { ...event, clientId, subjectId: clientId })
      })
    const settled = async (trx: Transaction, message: ClaimedMessage, outcome: Outcome) =>
      handlerOf(message)?.onSettled?.(trx, message, outcome)
    const settle = (message: ClaimedMessage, outcome: Outcome) =>
      db.transaction().execute(async (trx) => {
        if (!(await settleMessage(trx, message, outcome))) return
        await settled(trx, message, outcome)
      })
    const sendOne = async (message: ClaimedMessage) => {
      const outcome = await send(message).catch((error) => {
        app.log.warn({ err: error, outboxMessage: message.id, kind: message.kind }, 'a message was not sent')
        return outcomeOf(error, message)
      })
      await settle(message, outcome)
    }
    const wake = workQueue(app, {
      lanes,
      claim: (seconds) => claimMessage(db, seconds),
      keep: (message, seconds) => keepMessage(db, message, seconds),
      run: sendOne,
      failure: 'queued messages could not be read',
    })
    app.decorate('handleMessages', (kind: MessageKind, handler: MessageHandler) => {
      handlers.set(kind, handler)
    })
    app.decorate('settledMessage', settled)
    app.decorate('wakeOutbox', wake)
  },
  { name: 'outbox-sending', dependencies: ['database', 'encryption', 'agency-settings'] },
)

/** How a failed attempt ends: with another try, unless the server will never take it or it was tried often enough. */
function outcomeOf(error: unknown, { kind, attempts }: ClaimedMessage): Outcome {
  if (error instanceof UnknownPlaceholder) return { state: 'dead', error: 'template' }
  const most = ofShortLife.has(kind) ? mostTriesOfCode : mostTries
  const retrySeconds = secondsToRetry(attempts)
  if (!(error instanceof MessageNotSent)) {
    return attempts >= most
      ? { state: 'dead', error: 'unreachable' }
      : { state: 'failed', error: 'unreachable', retrySeconds }
  }
  if (error.permanent || attempts >= most) return { state: 'dead', error: error.reason }
  return { state: 'failed', error: error.reason, retrySeconds }
}
