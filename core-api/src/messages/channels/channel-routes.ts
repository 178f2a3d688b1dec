import { Strict } from '@agency/contract/common'
import { failures } from '@agency/contract/errors'
import { ChannelTest, MessageChannels, TestChannel } from '@agency/contract/message-channels'
import { MessageChannel } from '@agency/contract/messages'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { route } from '../../platform/access/route.ts'
import { asAdmin } from '../../platform/http/principals.ts'
import { senderOf } from '../../platform/mail/mailer.ts'
import { brandOf } from '../../platform/outbox/templates/brand.ts'
import { testChannel } from './channel-test.ts'

const tags = ['service']
const config = { allow: ['admin'], permission: 'agency.write', subject: 'none' } as const

export const channelRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const { db, cipher, agency, config: settings } = app
  const { senders, modes } = app.channels

  route(app, 'GET /message-channels', {
    config,
    schema: {
      tags,
      operationId: 'getMessageChannels',
      summary: 'Mail server and text gateway of this deployment, without secrets',
      response: { 200: MessageChannels },
    },
    handler: async () => {
      const { sender } = await brandOf(agency)
      const address = sender.address ?? senderOf(settings.MAIL_FROM ?? '').address
      const from = sender.name === null ? address : `${sender.name} <${address}>`
      return {
        email: {
          mode: modes.email,
          server: hostOf(settings.SMTP_URL),
          sender: modes.email === 'server' ? from : null,
        },
        text: { mode: modes.text, server: hostOf(settings.TEXT_GATEWAY_URL), sender: settings.TEXT_FROM ?? null },
      }
    },
  })

  route(app, 'POST /message-channels/:channel/test', {
    config,
    schema: {
      tags,
      operationId: 'testMessageChannel',
      summary: 'Send a test message now, and tell what came back',
      params: Strict({ channel: MessageChannel }),
      body: TestChannel,
      response: { 200: ChannelTest, ...failures(429) },
    },
    handler: ({ principal, params, body }) =>
      testChannel({ db, cipher, agency, senders, modes, principal: asAdmin(principal) }, params.channel, body.to),
  })
}

/** Host and port of an address; never the name and password in it. */
function hostOf(url: string | undefined): string | null {
  return url !== undefined && URL.canParse(url) ? new URL(url).host : null
}
