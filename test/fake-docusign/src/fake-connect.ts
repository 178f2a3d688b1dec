import { createHmac } from 'node:crypto'
import { type IncomingMessage, request } from 'node:http'
import type { FakeEnvelope } from './fake-account.ts'

/** A message as Connect sends it. */
export interface FakeMessage {
  url: string
  body: string
  headers: Record<string, string>
}

/** DocuSign Connect: tells what happens to envelopes, signed with each of the account's keys. */
export class FakeConnect {
  readonly #keys: string[]
  /** All that were due, in their order. */
  readonly messages: FakeMessage[] = []
  /** Whether messages only wait in the list: lost, late or out of order, as a test wants them. */
  held = false

  constructor(keys: string[]) {
    this.#keys = keys
  }

  async tell(event: string, { envelopeId, definition, status }: FakeEnvelope, accountId: string): Promise<void> {
    const { eventNotification } = definition
    if (!eventNotification?.events.includes(event)) return
    const body = JSON.stringify({
      event,
      apiVersion: 'v2.1',
      uri: `/restapi/v2.1/accounts/${accountId}/envelopes/${envelopeId}`,
      retryCount: 0,
      configurationId: 1,
      generatedDateTime: new Date().toISOString(),
      data: { accountId, envelopeId, envelopeSummary: { status, envelopeId } },
    })
    const message = { url: eventNotification.url, body, headers: this.sign(body) }
    this.messages.push(message)
    if (!this.held) await this.deliver(message)
  }

  /** The headers that prove where a body comes from. */
  sign(body: string): Record<string, string> {
    const signatures = this.#keys.map((key, index) => [
      `x-docusign-signature-${index + 1}`,
      createHmac('sha256', key).update(body).digest('base64'),
    ])
    return { 'content-type': 'application/json; charset=utf-8', ...Object.fromEntries(signatures) }
  }

  /** @returns the status of the answer; 0 when nobody is there */
  deliver({ url, body, headers }: FakeMessage): Promise<number> {
    const { hostname, port, pathname } = new URL(url)
    // Names below localhost are this machine, whether or not its resolver knows (RFC 6761, § 6.3).
    const host = hostname.endsWith('.localhost') ? '127.0.0.1' : hostname
    return new Promise((resolve) => {
      const options = { host, port, path: pathname, method: 'POST' }
      const sent = request({
        ...options,
        headers: { ...headers, host: `${hostname}:${port}`, 'content-length': Buffer.byteLength(body) },
      })
      sent.once('response', (answer: IncomingMessage) => {
        answer.resume()
        resolve(answer.statusCode ?? 0)
      })
      sent.once('error', () => resolve(0))
      sent.end(body)
    })
  }
}
