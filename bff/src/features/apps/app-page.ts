import { createHash } from 'node:crypto'
import type { Environment } from '@agency/contract/environment'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppUnavailable } from '../../platform/errors.ts'
import type { DeployedFile } from './deployed-file.ts'
import type { PreloadHints } from './preload-hints.ts'

const environmentElement = /(<script type="application\/json" id="env">)[\s\S]*?(<\/script>)/

interface AppPageOptions {
  /** The app's `index.html`. */
  index: DeployedFile
  environment: Environment
  hints: PreloadHints
  /** HTML for the end of the head, such as a link to the agency's stylesheet. */
  head: string
}

/** Renders an app's `index.html` with the settings and preload hints of this deployment. */
export class AppPage {
  readonly #options: AppPageOptions
  #filled: { index: string; html: string } | undefined

  constructor(options: AppPageOptions) {
    this.#options = options
  }

  /**
   * Answers with the page, which the browser revalidates each time.
   * @throws AppUnavailable if there is no build
   */
  async send(request: FastifyRequest, reply: FastifyReply) {
    const html = await this.#html()
    const etag = `"${createHash('sha256').update(html).digest('base64url')}"`
    reply.header('cache-control', 'no-cache').header('etag', etag)
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return reply.type('text/html; charset=utf-8').send(html)
  }

  async #html(): Promise<string> {
    const [index, links] = await Promise.all([this.#options.index(), this.#options.hints.html()])
    if (index === undefined) throw new AppUnavailable()
    if (this.#filled?.index !== index) this.#filled = { index, html: this.#fill(index) }
    return this.#filled.html.replace('</head>', () => `${links}${this.#options.head}</head>`)
  }

  #fill(html: string): string {
    // '<' is escaped, so that no value can end the script element.
    const json = JSON.stringify(this.#options.environment).replaceAll('<', '\\u003c')
    if (!environmentElement.test(html)) throw new Error('index.html has no <script id="env"> for the settings')
    return html.replace(environmentElement, (_all, start: string, end: string) => start + json + end)
  }
}
