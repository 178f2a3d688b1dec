import type { ClientImport, ImportPlan, ImportRow, ImportState } from '@agency/contract/client-imports'
import type { PrincipalStatement } from '@agency/contract/principal'
import { expect, vi } from 'vitest'
import type { Core } from './core.ts'

/** The calls of an import, as a staff member makes them. */
export class ImportSteps {
  readonly #core: Core
  readonly #as: PrincipalStatement

  constructor(core: Core, as: PrincipalStatement) {
    this.#core = core
    this.#as = as
  }

  async send(content: string | Buffer, name = 'book.csv') {
    const form = new FormData()
    form.append('file', new Blob([Uint8Array.from(Buffer.from(content))]), name)
    const request = new Request('http://localhost', { method: 'POST', body: form })
    return this.#core.ask(this.#as, {
      method: 'POST',
      url: '/client-imports',
      payload: Buffer.from(await request.arrayBuffer()),
      headers: { 'content-type': request.headers.get('content-type') ?? '' },
    })
  }

  async upload(content: string | Buffer, name?: string): Promise<ClientImport> {
    const answer = await this.send(content, name)
    expect(answer.statusCode, answer.body).toBe(201)
    return answer.json()
  }

  ask(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) {
    return this.#core.ask(this.#as, { method, url: `/client-imports/${path}`, ...(payload && { payload }) })
  }

  async step(id: string, name: 'check' | 'run' | 'revert', state: ImportState): Promise<ClientImport> {
    const answer = await this.ask('POST', `${id}/${name}`)
    expect(answer.statusCode, answer.body).toBe(200)
    return this.wait(id, state)
  }

  wait(id: string, state: ImportState): Promise<ClientImport> {
    return vi.waitFor(
      async () => {
        this.#core.app.wakeJobs()
        const found: ClientImport = (await this.ask('GET', id)).json()
        expect(found).toMatchObject({ state })
        return found
      },
      { timeout: 30_000, interval: 50 },
    )
  }

  async plan({ id, plan }: ClientImport, changes: Partial<ImportPlan>): Promise<ClientImport> {
    const answer = await this.ask('PUT', `${id}/plan`, { ...plan, ...changes })
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json()
  }

  async rows(id: string, query = ''): Promise<ImportRow[]> {
    return (await this.ask('GET', `${id}/rows${query}`)).json().rows
  }

  /** Uploads and checks a file. */
  async check(content: string | Buffer, changes: Partial<ImportPlan> = {}): Promise<ClientImport> {
    const made = await this.plan(await this.upload(content), changes)
    return this.step(made.id, 'check', 'checked')
  }

  /** Uploads, checks and runs a file. */
  async import(content: string | Buffer, changes: Partial<ImportPlan> = {}): Promise<ClientImport> {
    const { id } = await this.check(content, changes)
    return this.step(id, 'run', 'done')
  }
}
