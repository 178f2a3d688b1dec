import { setTimeout as delay } from 'node:timers/promises'
import { newIdempotencyKey } from '@agency/contract/idempotency'
import { type Answer, sendTls, textOf } from '@agency/test-kit/nginx/send'

/** What has been counted of the calls of all walkers. */
export interface Tally {
  calls: number
  /** Calls that an app has sent again. */
  repeated: number
  /** What a person would have seen, each in a line. */
  failures: string[]
  /** Milliseconds that each call took, repeats and pauses included. */
  times: number[]
}

export const newTally = (): Tally => ({ calls: 0, repeated: 0, failures: [], times: [] })

/** Where the product is called: over TLS on a port of this machine, by the names `staff.` and `client.` of a domain. */
export interface Site {
  port: number
  /** `localhost` without one. */
  domain?: string
}

/** The host by which an app is called. */
export const hostOf = ({ port, domain = 'localhost' }: Site, app: 'admin' | 'session'): string =>
  `${app === 'admin' ? 'staff' : 'client'}.${domain}:${port}`

interface Call {
  method: string
  path: string
  headers?: Record<string, string>
  body?: unknown
  /** In place of a body in JSON. */
  form?: FormData
}

const outOfReach = new Set([502, 503, 504])

/** Calls as admin-app and portal-app make them: the same headers, a key a press, two repeats after no answer. */
export class AppCalls {
  readonly #site: Site
  readonly #app: 'admin' | 'session'
  readonly #tally: Tally
  readonly #own: Record<string, string>

  constructor(site: Site, app: 'admin' | 'session', tally: Tally, own: Record<string, string> = {}) {
    this.#site = site
    this.#app = app
    this.#tally = tally
    this.#own = own
  }

  /** The same app with more headers: whoever has logged in. */
  as(headers: Record<string, string>): AppCalls {
    return new AppCalls(this.#site, this.#app, this.#tally, headers)
  }

  /** @throws when a person would see a failure, which is counted */
  async ask(call: Call): Promise<Answer> {
    const { method, path } = call
    const message = await this.#message(call)
    const began = performance.now()
    this.#tally.calls += 1
    for (let attempt = 1; ; attempt++) {
      const answer = await sendTls(this.#site.port, message).catch((error: Error) => error)
      const given = answer instanceof Error ? `no answer: ${answer.message}` : `${answer.status} ${textOf(answer)}`
      if (!(answer instanceof Error) && answer.status < 400) {
        this.#tally.times.push(performance.now() - began)
        return answer
      }
      if (attempt > 2 || !(answer instanceof Error || outOfReach.has(answer.status))) {
        const failure = `${method} ${path.replace(/[0-9a-f-]{36}/g, ':id')}: ${given.slice(0, 200)}`
        this.#tally.failures.push(failure)
        throw new Error(failure)
      }
      this.#tally.repeated += 1
      await delay(this.#app === 'admin' ? 150 * attempt : 300)
    }
  }

  async json<Body>(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Body> {
    return JSON.parse(textOf(await this.ask({ method, path, body, ...(headers ? { headers } : {}) })))
  }

  async #message({ method, path, headers, body, form }: Call) {
    const encoded = form && new Request('http://localhost', { method: 'POST', body: form })
    const content = encoded ? Buffer.from(await encoded.arrayBuffer()) : body === undefined ? '' : JSON.stringify(body)
    const type = encoded?.headers.get('content-type') ?? (body === undefined ? undefined : 'application/json')
    return {
      host: hostOf(this.#site, this.#app),
      path: `/${this.#app}/_api${path}`,
      method,
      body: content,
      headers: {
        'sec-fetch-site': 'same-origin',
        ...(method === 'GET' ? {} : { 'content-length': String(Buffer.byteLength(content)) }),
        ...(type ? { 'content-type': type } : {}),
        ...(method === 'POST' ? { 'idempotency-key': newIdempotencyKey() } : {}),
        ...this.#own,
        ...headers,
      },
    }
  }
}
