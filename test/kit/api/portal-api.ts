import { setTimeout } from 'node:timers/promises'
import type { Disclosure, SignBody } from '@agency/contract/esign'
import type { SessionFormFields } from '@agency/contract/form-fields'
import type { SessionForm } from '@agency/contract/session-forms'
import type { Session } from '@agency/contract/sessions'
import { staffUrl } from '../product/product-address.ts'
import { answered, type Call, type Send, sendToPortalApi, succeeded } from './send.ts'
import type { StaffApi } from './staff-api.ts'

export const signature = {
  name: 'Ana Lima',
  signature: { kind: 'typed', text: 'Ana Lima', font: 'caveat' },
  language: 'en',
  time_zone: 'America/New_York',
} satisfies SignBody

type Entry = Pick<Session, 'session_code' | 'passcode'>

/** A client at the portal, with the cookie of an open session. */
export class PortalApi {
  readonly #send: Send
  readonly cookie: string

  /** @param send to the portal's API, see `sendToPortalApi` */
  constructor(send: Send, cookie: string) {
    this.#send = send
    this.cookie = cookie
  }

  /** Sends any call of this session. The answer may have any status. */
  ask(method: NonNullable<Call['method']>, path: string, body?: unknown): Promise<Response> {
    return this.#send(path, { method, body, headers: { cookie: this.cookie } })
  }

  /** Opens a document, which makes its envelope. */
  openForm(formId: string): Promise<void> {
    return succeeded(this.ask('POST', `/sessionforms/${formId}/open`))
  }

  /** Agrees to sign electronically. */
  async consent(code: string): Promise<void> {
    const { version, sha256, language } = await answered<Disclosure>(this.ask('GET', `/session/${code}/disclosure`))
    await succeeded(this.ask('POST', `/session/${code}/consent`, { version, sha256, language }))
  }

  /** Signs a document that is open and agreed to. */
  sign(formId: string, changes: Partial<SignBody> = {}): Promise<void> {
    return succeeded(this.ask('POST', `/sessionforms/${formId}/sign`, { ...signature, ...changes }))
  }
}

/** The name and value of the cookie that an answer sets. */
export const cookieOf = (answer: Response): string => answer.headers.get('set-cookie')?.split(';')[0] ?? ''

/**
 * Opens a session with its code and passcode.
 * @param send to the portal's API of a product; without it, of the product that the browser tests run against
 */
export async function openPortalApi(
  { session_code, passcode }: Entry,
  send = sendToPortalApi(staffUrl('')),
): Promise<PortalApi> {
  const answer = await send(`/api/session/${session_code}/auth`, { method: 'POST', body: { passcode } })
  if (answer.status !== 200) throw new Error(`The session did not open: ${answer.status} ${await answer.text()}`)
  return new PortalApi(send, cookieOf(answer))
}

/**
 * A client opens a session, agrees, fills in a document's fields and signs it, without the screens.
 * @param written by the labels of the fields; what is not named keeps the value that it has
 */
export async function fillAndSign(
  session: Entry,
  formId: string,
  written: Readonly<Record<string, string>>,
): Promise<void> {
  const portal = await openPortalApi(session)
  await portal.openForm(formId)
  await portal.consent(session.session_code)
  const { fields } = await answered<SessionFormFields>(portal.ask('GET', `/sessionforms/${formId}/fields`))
  const values = Object.fromEntries(
    fields.flatMap(({ id, label }) => (written[label] === undefined ? [] : [[id, written[label]]])),
  )
  const typed = { kind: 'typed', text: 'Ida Client', font: 'caveat' } as const
  await portal.sign(formId, { name: 'Ida Client', signature: typed, initials: { ...typed, text: 'IC' }, values })
}

/**
 * A client opens a document, agrees and signs it.
 * @returns the document once it is sealed, as staff see it
 */
export async function signAndSeal(
  staff: StaffApi,
  portal: PortalApi,
  session: Session,
  formId: string,
  changes: Partial<SignBody> = {},
): Promise<SessionForm> {
  await portal.openForm(formId)
  await portal.consent(session.session_code)
  await portal.sign(formId, changes)
  return untilSealed(staff, session.id, formId)
}

/** Asks until a document is sealed. @throws after 90 s */
export async function untilSealed(staff: StaffApi, sessionId: string, formId: string): Promise<SessionForm> {
  for (const deadline = Date.now() + 90_000; Date.now() < deadline; await setTimeout(50)) {
    const form = (await staff.sessionForms(sessionId)).find(({ id }) => id === formId)
    if (form?.status === 'completed') return form
  }
  throw new Error('The document is not sealed after 90 s')
}
