import type { Static } from 'typebox'
import * as Type from 'typebox'
import { Nullable, Strict, Timestamp, Version } from './common.ts'
import { Language } from './esign.ts'
import { MessageKind } from './messages.ts'
import { route } from './route.ts'

/** The most characters of each text. */
export const longestTexts = { subject: 200, body: 5_000, text: 480 } as const

/** The texts of a message. Each may hold placeholders, such as `{link}`. */
export const MessageTexts = Strict({
  subject: Type.String({ minLength: 1, maxLength: longestTexts.subject, pattern: '^[^\\r\\n]*\\S[^\\r\\n]*$' }),
  body: Type.String({
    minLength: 1,
    maxLength: longestTexts.body,
    pattern: '\\S',
    description: 'Of an e-mail. An empty line starts a paragraph; {link} on its own line is a button',
  }),
  text: Type.String({ minLength: 1, maxLength: longestTexts.text, pattern: '\\S', description: 'Of a text message' }),
})
export type MessageTexts = Static<typeof MessageTexts>

const changed = {
  version: Version,
  changed_at: Nullable(Timestamp),
  changed_by: Nullable(Type.String({ description: 'Name of the staff member' })),
}

/** The template of one kind in one language, as the list shows it. Version 0: nobody has edited it. */
export const MessageTemplateSummary = Type.Object({
  kind: MessageKind,
  language: Language,
  edited: Type.Boolean({ description: 'Whether staff have changed it; otherwise it has the default texts' }),
  ...changed,
})
export type MessageTemplateSummary = Static<typeof MessageTemplateSummary>

const MessageTemplateVersion = Type.Object({
  ...changed,
  texts: Type.Union([MessageTexts, Type.Null()], { description: 'null: it was reset to the default texts' }),
})

/** The template of one kind in one language, with its last 100 versions, the newest first. */
export const MessageTemplate = Type.Object({
  ...MessageTemplateSummary.properties,
  ...MessageTexts.properties,
  placeholders: Type.Array(Type.String(), { description: 'The names that its texts may have in braces' }),
  defaults: MessageTexts,
  versions: Type.Array(MessageTemplateVersion),
})
export type MessageTemplate = Static<typeof MessageTemplate>

export const MessagePreview = Type.Object({
  subject: Type.String(),
  text: Type.String({ description: 'The e-mail as plain text' }),
  html: Type.String({ description: 'The e-mail as an HTML document' }),
  text_message: Type.String(),
})
export type MessagePreview = Static<typeof MessagePreview>

export const TestMessageAnswer = Type.Object({ to: Type.String({ description: 'The address, masked' }) })
export type TestMessageAnswer = Static<typeof TestMessageAnswer>

export const messageTemplateApi = {
  list: route('GET', '/message-templates', { response: Type.Array(MessageTemplateSummary) }),
  one: route('GET', '/message-templates/:kind/:language', { response: MessageTemplate }),
  preview: route('POST', '/message-templates/:kind/:language/preview', {
    body: MessageTexts,
    response: MessagePreview,
  }),
  update: route('PUT', '/message-templates/:kind/:language', { body: MessageTexts, response: MessageTemplate }),
  reset: route('DELETE', '/message-templates/:kind/:language', { response: MessageTemplate }),
  test: route('POST', '/message-templates/:kind/:language/test', { response: TestMessageAnswer }),
}
