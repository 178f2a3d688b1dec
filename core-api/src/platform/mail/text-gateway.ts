import type { MessageError } from '@agency/contract/messages'
import Type from 'typebox'
import { Check } from 'typebox/value'
import { MessageNotSent } from './message-not-sent.ts'
import type { MessageSender } from './message-sender.ts'

export interface TextGateway {
  url: string
  account: string
  token: string
  from: string
  /** Where the gateway reports what became of a message; none if it could not reach this deployment. */
  statusUrl: string | undefined
}

const Taken = Type.Object({ sid: Type.String() })
const Refused = Type.Object({ code: Type.Integer() })
const timeoutMilliseconds = 20_000
/** Failures before the request was sent. */
const unsent = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT'])
/** Codes of Twilio for a number that cannot receive text messages. */
const unusableNumber = new Set([21211, 21214, 21217, 21614, 30003, 30005, 30006])
/** Twilio's code for a number whose owner replied STOP. */
const optedOut = 21610

/** What a gateway's code says of the number; undefined if it says nothing of it. */
export function numberError(code: number | undefined): 'opted-out' | 'number-unknown' | undefined {
  if (code === optedOut) return 'opted-out'
  return code !== undefined && unusableNumber.has(code) ? 'number-unknown' : undefined
}

/** A form with To, From and Body, like Twilio's API. The message's id is the Idempotency-Key of a repeated attempt. */
export function gatewaySender({ url, account, token, from, statusUrl }: TextGateway): MessageSender {
  const authorization = `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`
  return async ({ id, to, text }) => {
    const body = new URLSearchParams({ To: to, From: from, Body: text })
    if (statusUrl !== undefined) body.set('StatusCallback', statusUrl)
    const headers = { authorization, 'idempotency-key': id, accept: 'application/json' }
    const signal = AbortSignal.timeout(timeoutMilliseconds)
    const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'error' }).catch((error) => {
      throw failureOf(error)
    })
    // The status already says whether the gateway took the message, so an unreadable body is no error.
    const answer: unknown = await response.json().catch(() => undefined)
    if (response.ok) return Check(Taken, answer) ? answer.sid : null
    throw refusalOf(response.status, Check(Refused, answer) ? answer.code : undefined)
  }
}

function failureOf(error: unknown): MessageNotSent {
  const cause = error instanceof Error ? error.cause : undefined
  const code = cause instanceof Error ? String(Reflect.get(cause, 'code')) : ''
  if (unsent.has(code)) return new MessageNotSent('unreachable', { permanent: false, detail: code })
  return new MessageNotSent('unconfirmed', { permanent: false, detail: 'no answer of the gateway' })
}

function refusalOf(status: number, code: number | undefined): MessageNotSent {
  const detail = code === undefined ? `answer ${status}` : `answer ${status}, code ${code}`
  const [reason, permanent] = reasonOf(status, code)
  return new MessageNotSent(reason, { permanent, detail })
}

function reasonOf(status: number, code: number | undefined): [MessageError, boolean] {
  if (status === 401 || status === 403) return ['login-refused', false]
  if (status === 429) return ['busy', false]
  // The gateway, or a proxy before it, failed after it took the request: the message may be on its way.
  if (status >= 500) return ['unconfirmed', false]
  return [numberError(code) ?? 'refused', true]
}
