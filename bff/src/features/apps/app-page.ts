import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Environment } from 'contract/environment'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppUnavailable } from '../../errors.ts'
import type { PreloadHints } from './preload-hints.ts'

const environmentElement = /(<script type="application\/json" id="env">)[\s\S]*?(<\/script>)/

/** An app's page, with this deployment's settings filled in; read again when a new build is put in its place. */
export class AppPage {
  readonly #path: string
  readonly #environment: Environment
  readonly #hints: PreloadHints
  #read: { modified: number; html: string } | undefined

  constructor(directory: string, environment: Environment, hints: PreloadHints) {
    this.#path = join(directory, 'index.html')
    this.#environment = environment
    this.#hints = hints
  }

  /**
   * Answers with the page; the browser asks again each time, and gets 304 while nothing has changed.
   * @throws AppUnavailable while there is no build, as when one is being put in place
   */
  send(request: FastifyRequest, reply: FastifyReply) {
    const html = this.#html()
    const etag = `"${createHash('sha256').update(html).digest('base64url')}"`
    reply.header('cache-control', 'no-cache').header('etag', etag)
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return reply.type('text/html; charset=utf-8').send(html)
  }

  #html(): string {
    const modified = statSync(this.#path, { throwIfNoEntry: false })?.mtimeMs
    if (modified === undefined) throw new AppUnavailable()
    if (this.#read?.modified !== modified) this.#read = { modified, html: this.#fill(readFileSync(this.#path, 'utf8')) }
    return this.#read.html.replace('</head>', () => `${this.#hints.html(this.#environment.uiBase)}</head>`)
  }

  #fill(html: string): string {
    // '<' escaped: no value can end the element it stands in.
    const json = JSON.stringify(this.#environment).replaceAll('<', '\\u003c')
    if (!environmentElement.test(html)) throw new Error(`${this.#path} has no element for the settings`)
    return html.replace(environmentElement, (_all, start: string, end: string) => start + json + end)
  }
}
