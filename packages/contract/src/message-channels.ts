import type { Static } from 'typebox'
import * as Type from 'typebox'
import { Nullable, Strict } from './common.ts'
import { route } from './route.ts'

const ChannelSettings = Type.Object({
  mode: Type.Enum(['server', 'files', 'off'], { description: 'files: they reach nobody' }),
  server: Nullable(Type.String({ description: 'Host and port, without a secret' })),
  sender: Nullable(Type.String()),
})

/** How messages are sent. The settings are those of the server's environment. */
export const MessageChannels = Type.Object({ email: ChannelSettings, text: ChannelSettings })
export type MessageChannels = Static<typeof MessageChannels>

export const TestChannel = Strict({
  to: Type.String({ minLength: 1, maxLength: 254, description: 'An email address, or a phone number' }),
})

export const ChannelTest = Type.Object({
  sent: Type.Boolean({ description: 'Whether the server has taken it' }),
  answer: Type.String({ description: 'What came back, and what to do, in words' }),
})
export type ChannelTest = Static<typeof ChannelTest>

export const messageChannelApi = {
  read: route('GET', '/message-channels', { response: MessageChannels }),
  test: route('POST', '/message-channels/:channel/test', { body: TestChannel, response: ChannelTest }),
}
