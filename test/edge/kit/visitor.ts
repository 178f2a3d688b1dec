import type { OutgoingHttpHeaders } from 'node:http'
import { type Answer, send, textOf } from '@agency/test-kit/nginx/send'
import { expect } from 'vitest'

/** A browser that has one of our pages open: it says so, and keeps the cookie and the token that it is given. */
export class Visitor {
  readonly #port: number
  readonly #host: string
  readonly #base: string
  #cookie: string | undefined
  #token: string | undefined

  /** @param base where the page's API is, such as `/admin/_api` */
  constructor(port: number, host: string, base: '/admin/_api' | '/session/_api') {
    this.#port = port
    this.#host = host
    this.#base = base
  }

  set token(token: string) {
    this.#token = token
  }

  /** Calls the API. @param path below its base */
  async call(method: string, path: string, body?: object): Promise<Answer> {
    const json = body && { body: JSON.stringify(body), type: 'application/json' }
    return this.#send(method, path, json)
  }

  /** Sends a form with a file. @param path below the API's base */
  async upload(path: string, form: FormData): Promise<Answer> {
    const encoded = new Response(form)
    const type = encoded.headers.get('content-type') ?? ''
    return this.#send('POST', path, { body: Buffer.from(await encoded.arrayBuffer()), type })
  }

  async #send(method: string, path: string, content?: { body: string | Buffer; type: string }): Promise<Answer> {
    const headers: OutgoingHttpHeaders = {
      'sec-fetch-site': 'same-origin',
      ...(this.#cookie ? { cookie: this.#cookie } : {}),
      ...(this.#token ? { authorization: `Bearer ${this.#token}` } : {}),
      ...(content ? { 'content-type': content.type, 'content-length': Buffer.byteLength(content.body) } : {}),
    }
    const message = { host: this.#host, path: this.#base + path, method, headers }
    const answer = await send(this.#port, content ? { ...message, body: content.body } : message)
    const [cookie] = answer.headers['set-cookie'] ?? []
    if (cookie) this.#cookie = cookie.split(';')[0]
    return answer
  }
}

/** The JSON of an answer that went well. */
export function jsonOf(answer: Answer): unknown {
  expect(answer.status, textOf(answer)).toBeLessThan(300)
  return JSON.parse(textOf(answer))
}
