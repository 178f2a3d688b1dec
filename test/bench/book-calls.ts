import { setTimeout } from 'node:timers/promises'
import { ClientImport } from '@agency/contract/client-imports'
import { ClientSelection } from '@agency/contract/client-selections'
import { idempotencyKeyHeader, newIdempotencyKey } from '@agency/contract/idempotency'
import Type, { type Static, type TSchema } from 'typebox'
import { Value } from 'typebox/value'

const Stated = Type.Object({ state: Type.String(), fault: Type.Union([Type.String(), Type.Null()]) })

const longestWork = 600_000

/** Calls of core-api that begin work and wait for its end. */
export class BookCalls {
  readonly url: string
  readonly headers: Record<string, string>
  #lastImport = ''

  constructor(url: string, headers: Record<string, string>) {
    this.url = url
    this.headers = headers
  }

  async #call<Schema extends TSchema>(schema: Schema, path: string, init: RequestInit = {}): Promise<Static<Schema>> {
    const answer = await fetch(this.url + path, { ...init, headers: { ...this.headers, ...init.headers } })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return Value.Parse(schema, await answer.json())
  }

  async #until(path: string, state: string): Promise<void> {
    const latest = performance.now() + longestWork
    while (performance.now() < latest) {
      const now = await this.#call(Stated, path)
      if (now.fault !== null) throw new Error(`${path}: ${now.fault}`)
      if (now.state === state) return
      await setTimeout(20)
    }
    throw new Error(`${path} was not ${state} in time`)
  }

  /** Adds a tag to all clients that fulfil a condition. @returns to how many */
  async tagAll(where: object): Promise<string> {
    const body = JSON.stringify({
      filter: { where: JSON.stringify(where) },
      action: { kind: 'add_tag', value: 'bench' },
    })
    const headers = { 'content-type': 'application/json', [idempotencyKeyHeader]: newIdempotencyKey() }
    const { id, total } = await this.#call(ClientSelection, '/client-selections', { method: 'POST', headers, body })
    await this.#call(ClientSelection, `/client-selections/${id}/run`, { method: 'POST' })
    await this.#until(`/client-selections/${id}`, 'done')
    return `${total} clients`
  }

  /** @returns how much came */
  async download(path: string): Promise<string> {
    const answer = await fetch(this.url + path, { headers: this.headers })
    if (!answer.ok || !answer.body) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    let bytes = 0
    for await (const chunk of answer.body) bytes += chunk.length
    return `${(bytes / 1e6).toFixed(1)} MB`
  }

  /** Uploads a table and checks it. */
  async check(table: string): Promise<string> {
    const body = new FormData()
    body.append('file', new Blob([table]), 'book.csv')
    const headers = { [idempotencyKeyHeader]: newIdempotencyKey() }
    const { id, columns } = await this.#call(ClientImport, '/client-imports', { method: 'POST', headers, body })
    this.#lastImport = `/client-imports/${id}`
    await this.#call(ClientImport, `${this.#lastImport}/check`, { method: 'POST' })
    await this.#until(this.#lastImport, 'checked')
    return `${columns.length} columns`
  }

  /** Runs what was checked last. */
  async runLast(): Promise<string> {
    await this.#call(ClientImport, `${this.#lastImport}/run`, { method: 'POST' })
    await this.#until(this.#lastImport, 'done')
    const { counts } = await this.#call(ClientImport, this.#lastImport)
    return `${counts.created} created`
  }
}
