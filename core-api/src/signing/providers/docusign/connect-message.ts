import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import Type, { type Static } from 'typebox'
import { Value } from 'typebox/value'
import { NotAuthentic } from '../../../platform/errors.ts'
import type { EnvelopeState } from '../esign-provider.ts'

/** The events that Connect is asked to send, with the state that each means. */
const stateOfEvent: Readonly<Record<string, EnvelopeState['status']>> = {
  'envelope-sent': 'sent',
  'envelope-delivered': 'viewed',
  'recipient-completed': 'signed',
  'envelope-completed': 'completed',
  'envelope-declined': 'declined',
  'envelope-voided': 'voided',
}
export const connectEvents = Object.keys(stateOfEvent)

const Message = Type.Object({
  event: Type.String(),
  generatedDateTime: Type.String(),
  data: Type.Object({ envelopeId: Type.String({ maxLength: 100 }) }),
})

/** @param keys any of which may have signed it, base64 @throws NotAuthentic, also without any key */
export function readConnectMessage(
  keys: readonly string[],
  body: Buffer,
  headers: IncomingHttpHeaders,
): EnvelopeState[] {
  if (!isAuthentic(keys, body, headers)) throw new NotAuthentic()
  const message = parse(body)
  const status = message && stateOfEvent[message.event]
  if (!status) return []
  const at = new Date(message.generatedDateTime)
  if (Number.isNaN(at.valueOf())) return []
  return [{ providerId: message.data.envelopeId, status, at: at.toISOString() }]
}

function isAuthentic(keys: readonly string[], body: Buffer, headers: IncomingHttpHeaders): boolean {
  const signatures = Object.entries(headers).flatMap(([name, value]) =>
    /^x-docusign-signature-\d{1,3}$/.test(name) && typeof value === 'string' ? [Buffer.from(value, 'base64')] : [],
  )
  const expected = keys.map((key) => createHmac('sha256', key).update(body).digest())
  return expected.some((good) => signatures.some((sent) => sent.length === good.length && timingSafeEqual(sent, good)))
}

function parse(body: Buffer): Static<typeof Message> | undefined {
  try {
    const message: unknown = JSON.parse(body.toString('utf8'))
    return Value.Check(Message, message) ? message : undefined
  } catch {
    return undefined
  }
}
