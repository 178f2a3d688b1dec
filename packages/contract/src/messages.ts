import type { Static } from 'typebox'
import * as Type from 'typebox'
import { Id, Nullable, PersonalLine, Strict, Timestamp } from './common.ts'
import { Language } from './esign.ts'
import { route } from './route.ts'
import { ContactChange } from './sessions.ts'
import { TextsStopped } from './texts.ts'

/** `copy-attached` is a template only: a `copy` has its text when the documents are attached. */
export const messageKinds = [
  'invitation',
  'passcode',
  'signing-code',
  'reminder',
  'last-day',
  'copy',
  'copy-attached',
  'declined',
  'completed',
  'digest',
  'staff-invitation',
  'password-reset',
  'new-device',
  'second-factor-removed',
  'reveal-alert',
  'health-alert',
  'account-changed',
  'contact-changed',
] as const
export const MessageKind = Type.Enum(messageKinds)
export type MessageKind = (typeof messageKinds)[number]

export const messageChannels = ['email', 'text'] as const
export const MessageChannel = Type.Enum(messageChannels)
export type MessageChannel = (typeof messageChannels)[number]

export const messageStates = ['queued', 'sending', 'sent', 'failed', 'dead'] as const
export type MessageState = (typeof messageStates)[number]

/** Reasons why a message was not delivered. Never the text of a server, which may quote an address. */
export const messageErrors = [
  'unreachable',
  'timeout',
  'busy',
  'login-refused',
  'mailbox-unknown',
  'mailbox-full',
  'number-unknown',
  'opted-out',
  'refused',
  'undelivered',
  'unconfirmed',
  'not-set-up',
  'not-needed',
  'template',
  'restored',
] as const
export type MessageError = (typeof messageErrors)[number]

/** A message of a session, as staff see it: no text, no link, no code, and a masked destination. */
export const SessionMessage = Type.Object({
  id: Id,
  kind: MessageKind,
  channel: MessageChannel,
  destination: Type.String({ description: 'Masked, such as i•••@example.com or •••0147' }),
  language: Language,
  state: Type.Enum(messageStates, { description: 'failed: it will be tried again; dead: it was given up' }),
  attempts: Type.Integer(),
  unconfirmed: Type.Integer({ description: 'Attempts of which the server may have taken the message all the same' }),
  error: Type.Union([Type.Enum(messageErrors), Type.Null()]),
  can_retry: Type.Boolean({ description: 'Given up, and it can be made anew from the record' }),
  created_at: Timestamp,
  sent_at: Nullable(Timestamp),
})
export type SessionMessage = Static<typeof SessionMessage>

/** How this deployment sends the messages of a channel, and the client's masked address on it. */
const ChannelState = Type.Object({
  mode: Type.Enum(['server', 'files', 'off'], {
    description: 'server: they are sent; files: they are written to DATA_DIR/outbox and reach nobody; off: not set up',
  }),
  to: Nullable(
    Type.String({ description: 'Masked; null: the record has no usable address or number, or it gets no texts' }),
  ),
  stopped: Type.Optional(TextsStopped),
  carries: Type.Union([Type.Literal('link'), Type.Literal('passcode'), Type.Null()], {
    description: 'What the session has sent by it. The other of the two never takes the same channel',
  }),
})
export type ChannelState = Static<typeof ChannelState>

const HeldSend = Type.Object({
  link: Type.Enum([...messageChannels, 'none'] as const),
  passcode: Type.Enum([...messageChannels, 'none'] as const),
  at: Timestamp,
  by: Nullable(Type.String({ description: 'Name of the staff member who asked' })),
})

/** The messages of a session, the newest first, and how more can be sent. */
export const SessionMessages = Type.Object({
  messages: Type.Array(SessionMessage),
  held: Type.Union([HeldSend, Type.Null()], {
    description: 'Waits for somebody with the permission sessions.passcode, who releases or sends it',
  }),
  contact_changes: Type.Array(ContactChange),
  channels: Type.Object({ email: ChannelState, text: ChannelState }),
  language: Language,
})
export type SessionMessages = Static<typeof SessionMessages>

/** `none`: staff give it to the client themselves. */
const Channel = Type.Enum([...messageChannels, 'none'] as const)

export const SendSession = Strict({ link: Channel, passcode: Channel, note: Type.Optional(PersonalLine) })
export type SendSession = Static<typeof SendSession>

export const PreviewInvitation = Strict({ channel: MessageChannel, note: Type.Optional(PersonalLine) })
export const InvitationPreview = Type.Object({
  subject: Nullable(Type.String({ description: 'Null for a text message' })),
  text: Type.String(),
  html: Nullable(Type.String({ description: 'Null for a text message' })),
})

export const WrittenMessages = Type.Object({
  messages: Type.Array(
    Type.Object({
      id: Id,
      channel: MessageChannel,
      to: Type.String(),
      subject: Nullable(Type.String()),
      text: Type.String(),
      written_at: Timestamp,
    }),
  ),
})
export type WrittenMessages = Static<typeof WrittenMessages>

export const sessionMessageApi = {
  list: route('GET', '/session/:code/messages', { response: SessionMessages }),
  send: route('POST', '/session/:code/messages', { body: SendSession, response: SessionMessages }),
  preview: route('POST', '/session/:code/messages/preview', {
    body: PreviewInvitation,
    response: InvitationPreview,
  }),
  /** Staff have copied the link or passcode, to give it to the client by hand. The first time counts. */
  handOver: route('POST', '/session/:code/handed-over'),
  release: route('POST', '/session/:code/messages/release', { response: SessionMessages }),
  retry: route('POST', '/session/:code/messages/:id/retry', { response: SessionMessages }),
}

export const outboxApi = { list: route('GET', '/outbox', { response: WrittenMessages }) }
