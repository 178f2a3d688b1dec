import { createHmac, timingSafeEqual } from 'node:crypto'
import { NoContent } from '@agency/contract/common'
import { failures } from '@agency/contract/errors'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Type from 'typebox'
import { route } from '../../platform/access/route.ts'
import { InvalidInput, NotAuthentic } from '../../platform/errors.ts'
import { statusUrlOf } from '../../platform/mail/message-senders.ts'
import { numberError } from '../../platform/mail/text-gateway.ts'
import { rejectText } from '../../platform/outbox/outbox-service.ts'
import { answerText } from './answer-text.ts'
import { stopTexts } from './stop-texts.ts'

/** Bytes; more than a report has. */
const bodyLimit = 32 * 1024
const undelivered = new Set(['undelivered', 'failed'])

/** A call is authenticated by its signature only. */
export const textWebhookRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { db, cipher, config } = app
  const token = config.TEXT_GATEWAY_TOKEN
  const statusUrl = statusUrlOf(config.PUBLIC_URL)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))

  route(app, 'POST /text-messages/webhook', {
    config: { allow: ['nobody', 'session', 'admin'], subject: 'none' },
    bodyLimit,
    schema: {
      tags: ['service'],
      operationId: 'receiveTextStatus',
      summary: 'Webhook of the text message gateway: what became of a message, and STOP, START, HELP of clients',
      description: 'Signed in X-Twilio-Signature.',
      response: { 200: { content: { 'text/xml': { schema: Type.String() } } }, 204: NoContent, ...failures(403) },
    },
    handler: async ({ body, headers }, reply) => {
      if (typeof body !== 'string') throw new InvalidInput([{ field: 'body', message: 'is missing' }])
      const report = new URLSearchParams(body)
      if (token === undefined || !isSigned({ token, statusUrl, report }, headers['x-twilio-signature'])) {
        throw new NotAuthentic()
      }
      const [from, text] = [report.get('From'), report.get('Body')]
      // Only a message that was received has a text.
      if (from !== null && text !== null) {
        const agency = await app.agency.read()
        const answer = await answerText({ db, cipher, agency }, { from, body: text })
        app.wakeOutbox()
        return reply.type('text/xml; charset=utf-8').send(answer)
      }
      await readReport(report)
      return reply.code(204).send(null)
    },
  })

  async function readReport(report: URLSearchParams): Promise<void> {
    const id = report.get('MessageSid')
    if (id === null || !undelivered.has(report.get('MessageStatus') ?? '')) return
    const error = numberError(Number(report.get('ErrorCode'))) ?? 'undelivered'
    const to = report.get('To')
    await db.transaction().execute(async (trx) => {
      if (error === 'opted-out' && to !== null) await stopTexts({ db: trx, cipher }, to, 'gateway')
      const message = await rejectText(trx, id, error)
      if (message) await app.settledMessage(trx, message, { state: 'dead', error })
    })
  }
}

interface Signed {
  token: string
  statusUrl: string
  report: URLSearchParams
}

/** HMAC-SHA1 over the address and the sorted names and values: https://www.twilio.com/docs/usage/security */
function isSigned({ token, statusUrl, report }: Signed, given: string | string[] | undefined): boolean {
  if (typeof given !== 'string') return false
  const sorted = [...report].sort(([a], [b]) => (a < b ? -1 : Number(a > b)))
  const content = statusUrl + sorted.map(([name, value]) => name + value).join('')
  const expected = createHmac('sha1', token).update(content).digest()
  const signature = Buffer.from(given, 'base64')
  return signature.length === expected.length && timingSafeEqual(signature, expected)
}
