import { createHash } from 'node:crypto'
import type { EntryScreens } from '@agency/contract/entry-screens'
import type { Environment } from '@agency/contract/environment'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppUnavailable } from '../../platform/errors.ts'
import type { DeployedFile } from './deployed-file.ts'
import { fillScreen, type RequestedScreen, splitScreens } from './entry-screen.ts'

const environmentElement = /(<script type="application\/json" id="env">)[\s\S]*?(<\/script>)/

interface AppPageOptions {
  index: DeployedFile
  read(request: FastifyRequest): Promise<PageContent>
}

interface PageContent {
  environment: Environment
  /** HTML for the end of the head, such as a link to the agency's stylesheet. */
  head: string
}

export class AppPage {
  readonly #options: AppPageOptions
  #filled: { index: string; json: string; html: string; screens: EntryScreens | undefined } | undefined

  constructor(options: AppPageOptions) {
    this.#options = options
  }

  /** Revalidated by the browser. @param asked shown until scripts run @throws AppUnavailable without a build */
  async send(request: FastifyRequest, reply: FastifyReply, asked?: RequestedScreen) {
    const html = await this.#html(request, asked)
    const etag = `"${createHash('sha256').update(html).digest('base64url')}"`
    reply.header('cache-control', 'no-cache').header('etag', etag)
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return reply.type('text/html; charset=utf-8').send(html)
  }

  /** Answers a form with a screen, which no cache keeps. */
  async sendAnswer(reply: FastifyReply, status: number, asked: RequestedScreen) {
    return reply
      .code(status)
      .type('text/html; charset=utf-8')
      .send(await this.#html(reply.request, asked))
  }

  async #html(request: FastifyRequest, asked: RequestedScreen | undefined): Promise<string> {
    const { read, index } = this.#options
    const text = await index()
    if (text === undefined) throw new AppUnavailable()
    const { environment, head } = await read(request)
    // '<' is escaped, so that no value can end the script element.
    const json = JSON.stringify(environment).replaceAll('<', '\\u003c')
    if (this.#filled?.index !== text || this.#filled.json !== json) this.#filled = fillPage(text, json)
    const { html, screens } = this.#filled
    const page = asked && screens ? fillScreen(html, screens, { asked, agency: environment.agency }) : html
    return page.replace('</head>', () => `${head}</head>`)
  }
}

function fillPage(index: string, json: string) {
  const { html, screens } = splitScreens(index)
  if (!environmentElement.test(html)) throw new Error('index.html has no <script id="env"> for the settings')
  const filled = html.replace(environmentElement, (_all, start: string, end: string) => start + json + end)
  return { index, json, html: filled, screens }
}
