import { createHmac, timingSafeEqual } from 'node:crypto'
import { NoContent } from '@agency/contract/common'
import { failures } from '@agency/contract/errors'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { InvalidInput, NotAuthentic } from '../../platform/errors.ts'
import { isUnusableNumber } from '../../platform/mail/text-gateway.ts'
import { rejectMessage } from './outbox-repository.ts'

/** Bytes; more than a report has. */
const bodyLimit = 32 * 1024
const undelivered = new Set(['undelivered', 'failed'])

interface StatusOptions {
  /** The key of the signatures; undefined if no gateway is set up. */
  token: string | undefined
  /** The address that the gateway calls; the signature covers it. */
  statusUrl: string
}

/** The webhook of the text message gateway. A report is authenticated by its signature only. */
export const textStatusRoutes: FastifyPluginAsyncTypebox<StatusOptions> = async (app, { token, statusUrl }) => {
  const { db } = app
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))

  app.post(
    '/text-messages/webhook',
    {
      bodyLimit,
      config: { allow: ['nobody', 'session', 'admin'] },
      schema: {
        tags: ['service'],
        operationId: 'receiveTextStatus',
        summary: 'Webhook of the text message gateway: reports what became of a message; signed in X-Twilio-Signature',
        response: { 204: NoContent, ...failures(403) },
      },
    },
    async ({ body, headers }, reply) => {
      if (typeof body !== 'string') throw new InvalidInput([{ field: 'body', message: 'is missing' }])
      const report = new URLSearchParams(body)
      if (token === undefined || !isSigned({ token, statusUrl, report }, headers['x-twilio-signature'])) {
        throw new NotAuthentic()
      }
      const id = report.get('MessageSid')
      if (id !== null && undelivered.has(report.get('MessageStatus') ?? '')) {
        const error = isUnusableNumber(Number(report.get('ErrorCode'))) ? 'number-unknown' : 'undelivered'
        await db.transaction().execute(async (trx) => {
          const message = await rejectMessage(trx, id, error)
          if (message) await app.settledMessage(trx, message, { state: 'dead', error })
        })
      }
      return reply.code(204).send()
    },
  )
}

interface Signed {
  token: string
  statusUrl: string
  report: URLSearchParams
}

/**
 * Verifies Twilio's signature: HMAC-SHA1 with the account's token, over the address and the sorted names and values
 * (https://www.twilio.com/docs/usage/security).
 */
function isSigned({ token, statusUrl, report }: Signed, given: string | string[] | undefined): boolean {
  if (typeof given !== 'string') return false
  const sorted = [...report].sort(([a], [b]) => (a < b ? -1 : Number(a > b)))
  const content = statusUrl + sorted.map(([name, value]) => name + value).join('')
  const expected = createHmac('sha1', token).update(content).digest()
  const signature = Buffer.from(given, 'base64')
  return signature.length === expected.length && timingSafeEqual(signature, expected)
}
