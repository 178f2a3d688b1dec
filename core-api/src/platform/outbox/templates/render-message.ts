import type { Language } from '@agency/contract/esign'
import type { MessageTexts } from '@agency/contract/message-templates'
import type { MessageChannel, MessageKind } from '@agency/contract/messages'
import en from '@agency/messages/message-layout/en.json' with { type: 'json' }
import es from '@agency/messages/message-layout/es.json' with { type: 'json' }
import pt from '@agency/messages/message-layout/pt.json' with { type: 'json' }
import { translators } from '@agency/messages/node'
import type { Database } from '../../database/database.ts'
import type { Brand } from './brand.ts'
import { fillTemplate, type PlaceholderValues } from './message-placeholders.ts'
import { currentTexts } from './message-template-service.ts'
import { renderHtml } from './render-html.ts'

export interface MessageToRender {
  kind: MessageKind
  channel: MessageChannel
  language: Language
  values: PlaceholderValues
}

export interface RenderedMessage {
  subject?: string
  text: string
  html?: string
  headers?: Readonly<Record<string, string>>
}

const labels = translators({ en, es, pt })
/** Staff read theirs in English; the others are for clients. */
const toStaff: ReadonlySet<MessageKind> = new Set([
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
])
/** Messages that come again by themselves. The receiver may ask for them to stop (RFC 2369, § 3.2). */
const recurring: ReadonlySet<MessageKind> = new Set(['reminder', 'last-day', 'digest'])

const isLabelled = (kind: MessageKind): kind is MessageKind & keyof typeof en => kind in en

const headersOf = ({ sender }: Brand): Pick<RenderedMessage, 'headers'> =>
  sender.address === null ? {} : { headers: { 'List-Unsubscribe': `<mailto:${sender.address}?subject=Unsubscribe>` } }

/** Renders stored texts, else the default ones. @throws UnknownPlaceholder */
export async function renderMessage(
  { db, brand }: { db: Database; brand: Brand },
  message: MessageToRender,
): Promise<RenderedMessage> {
  const values = { agency: brand.agencyName, ...message.values }
  return renderTexts(brand, { ...message, values }, await currentTexts(db, message))
}

/** The e-mail as plain text, for staff to send it themselves. @throws UnknownPlaceholder */
export async function renderPlainText(
  { db }: { db: Database },
  message: Omit<MessageToRender, 'channel'>,
): Promise<string> {
  const { body } = await currentTexts(db, message)
  return fillTemplate(bodyWith(message.values, body), message.values)
}

/** The template of a body, with a place for a personal line after its greeting. */
function bodyWith({ note }: PlaceholderValues, body: string): string {
  if (note === undefined) return body
  const [greeting = '', ...rest] = body.split(/\n{2,}/)
  return [greeting, '{note}', ...rest].join('\n\n')
}

/** @throws UnknownPlaceholder */
export function renderTexts(
  brand: Brand,
  { kind, channel, language, values }: MessageToRender,
  { subject: subjectTemplate, body: bodyTemplate, text }: MessageTexts,
): RenderedMessage {
  if (channel === 'text') return { text: fillTemplate(values.note === undefined ? text : `${text} {note}`, values) }
  const body = bodyWith(values, bodyTemplate)
  const t = labels[language]
  // A value is one line in a header.
  const subject = fillTemplate(subjectTemplate, values).replace(/\s+/g, ' ').trim()
  const reason = t(toStaff.has(kind) ? 'toStaff' : 'toClient', { agency: brand.agencyName })
  const footer = brand.address === undefined ? reason : `${reason} ${brand.agencyName}, ${brand.address}`
  const button = isLabelled(kind) ? t(kind) : ''
  const html = renderHtml({ language, subject, body, values, button, footer, brand })
  return { subject, text: fillTemplate(body, values), html, ...(recurring.has(kind) ? headersOf(brand) : {}) }
}
