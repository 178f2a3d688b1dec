import Type, { type Static, type TSchema } from 'typebox'
import { type Access, AccessTokens } from './access-token.ts'
import { callRefusal, tooManyCalls, unclear } from './docusign-failure.ts'
import type { DocusignSettings } from './docusign-settings.ts'
import { readJson, send } from './exchange.ts'

/** A call of the account's API. */
export interface Call {
  method?: 'GET' | 'POST' | 'PUT'
  /** Below the account, such as `/templates`. */
  path: string
  query?: Record<string, string>
  body?: unknown
}

const Problem = Type.Object({ errorCode: Type.String() })
const reasonPattern = /^[A-Z0-9_]{1,80}$/
const defaultPause = 60

/** DocuSign's REST API for one account: lets itself in, and turns what is refused into words for staff. */
export class DocusignClient {
  readonly #tokens: AccessTokens
  readonly #role: string
  readonly #now: () => number
  /** DocuSign asked to be left alone until then: asking on would make it longer. */
  #quietUntil = 0

  constructor(settings: DocusignSettings, now: () => number = Date.now) {
    this.#tokens = new AccessTokens(settings, now)
    this.#role = settings.signerRole
    this.#now = now
  }

  async json<T extends TSchema>(call: Call, schema: T): Promise<Static<T>> {
    return readJson(await this.#ask(call), schema)
  }

  async bytes(call: Call): Promise<Uint8Array> {
    const answer = await this.#ask(call)
    return answer.bytes().catch((cause) => {
      throw unclear('a document broke off', cause)
    })
  }

  async #ask(call: Call): Promise<Response> {
    const wait = (this.#quietUntil - this.#now()) / 1000
    if (wait > 0) throw tooManyCalls(wait)
    const access = await this.#tokens.get()
    const answer = await request(access, call)
    if (answer.status !== 401) return this.#taken(answer)
    // Access may end before its time; if it is not that, a second refusal stands.
    await this.#tokens.drop(access)
    return this.#taken(await request(await this.#tokens.get(), call))
  }

  async #taken(answer: Response): Promise<Response> {
    if (answer.ok) return answer
    const { status } = answer
    if (status === 429) {
      const pause = Number(answer.headers.get('retry-after')) || defaultPause
      this.#quietUntil = this.#now() + pause * 1000
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
