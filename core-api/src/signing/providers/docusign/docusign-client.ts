import Type, { type Static, type TSchema } from 'typebox'
import { type Access, AccessTokens } from './access-token.ts'
import { callRefusal, tooManyCalls, unclear } from './docusign-failure.ts'
import { readBytes, readJson, send } from './docusign-http.ts'
import type { DocusignSettings } from './docusign-settings.ts'

export interface Call {
  method?: 'GET' | 'POST' | 'PUT'
  /** Relative to the account, such as `/templates`. */
  path: string
  query?: Record<string, string>
  body?: unknown
}

const Problem = Type.Object({ errorCode: Type.String() })
const reasonPattern = /^[A-Z0-9_]{1,80}$/
const defaultPause = 60

export interface Clock {
  /** Wall time, for tokens; it may step back. ms since 1970. */
  now(): number
  /** For pauses: it never steps back. ms. */
  elapsed(): number
}

export const systemClock: Clock = { now: () => Date.now(), elapsed: () => performance.now() }

/** A client of DocuSign's REST API for one account. It gets access tokens, and refusals become messages for staff. */
export class DocusignClient {
  readonly #tokens: AccessTokens
  readonly #role: string
  readonly #clock: Clock
  /** The rate limit applies until then, by `elapsed`. Calls before that would extend it. */
  #retryAt = 0

  constructor(settings: DocusignSettings, clock: Clock) {
    this.#tokens = new AccessTokens(settings, () => clock.now())
    this.#role = settings.signerRole
    this.#clock = clock
  }

  async json<T extends TSchema>(call: Call, schema: T): Promise<Static<T>> {
    return readJson(await this.#send(call), schema)
  }

  async bytes(call: Call, largest = Number.POSITIVE_INFINITY): Promise<Uint8Array> {
    return readBytes(await this.#send(call), largest)
  }

  async #send(call: Call): Promise<Response> {
    const wait = (this.#retryAt - this.#clock.elapsed()) / 1000
    if (wait > 0) throw tooManyCalls(wait)
    const access = await this.#tokens.get()
    const answer = await request(access, call)
    if (answer.status !== 401) return this.#accepted(answer)
    // A token may be revoked before its end. A second 401 is final.
    await this.#tokens.drop(access)
    return this.#accepted(await request(await this.#tokens.get(), call))
  }

  async #accepted(answer: Response): Promise<Response> {
    if (answer.ok) return answer
    const { status } = answer
    if (status === 429) {
      const pause = Number(answer.headers.get('retry-after')) || defaultPause
      this.#retryAt = this.#clock.elapsed() + pause * 1000
      throw tooManyCalls(pause)
    }
    if (status >= 500) throw unclear(`answer ${status}`)
    const { errorCode } = await readJson(answer, Problem)
    throw callRefusal(status, reasonPattern.test(errorCode) ? errorCode : `answer ${status}`, this.#role)
  }
}

function request({ token, apiUrl }: Access, { method = 'GET', path, query, body }: Call): Promise<Response> {
  const search = query ? `?${new URLSearchParams(query)}` : ''
  return send(`${apiUrl}${path}${search}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}
