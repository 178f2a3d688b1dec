import type { EntryScreen, EntryScreens } from '@agency/contract/entry-screens'
import Fastify from 'fastify'

/** An app's built page, as on its file server. */
export const builtPage =
  '<html><head><script type="application/json" id="env">{}</script></head><body>the app</body></html>'

/** The portal's built page, with a screen of each kind that names itself, in English and Spanish. */
export function portalPageWithScreens(): string {
  const named = (screen: EntryScreen['screen'], language: EntryScreen['language'], hasFault: boolean): EntryScreen => ({
    screen,
    language,
    hasLogo: false,
    hasFault,
    title: `${screen} in ${language}`,
    html: `<p>${screen} ${language}</p><a href="{{agency.tel}}">{{agency.name}} {{agency.initials}}</a>${hasFault ? '<b>{{fault}}</b>' : ''}`,
  })
  const screens: EntryScreens = {
    screens: (['en', 'es'] as const).flatMap((language) => [
      named('code', language, false),
      named('code', language, true),
      named('passcode', language, false),
      named('passcode', language, true),
      named('gone', language, false),
      named('other', language, false),
      named('other', language, true),
    ]),
    faults: {
      en: {
        MISSING: 'Nothing typed.',
        INVALID_PASSCODE: 'Wrong.',
        OFFLINE: 'No answer.',
        UNKNOWN: 'Failed.',
        'TOO_MANY_ATTEMPTS.one': 'Wait {{minutes}} minute.',
        'TOO_MANY_ATTEMPTS.other': 'Wait {{minutes}} minutes.',
      },
      es: { INVALID_PASSCODE: 'Incorrecta.' },
    },
    scripts: { en: [], es: ['/session/assets/es.js'] },
  }
  const json = JSON.stringify(screens).replaceAll('<', '\\u003c')
  const element = `<script type="application/json" id="screens">${json}</script>`
  return `<html lang="en"><head><title>Portal</title><script type="application/json" id="env">{}</script>${element}</head><body><div id="root"><!--screen--></div></body></html>`
}

/** A file server for both apps that can be made to fail. */
export async function startFakeFileServer() {
  const files: Record<string, string> = { 'index.html': builtPage }
  let failure: 'none' | 'refuses' | 'hangs' = 'none'
  const asked: string[] = []
  const app = Fastify({ forceCloseConnections: true })
  app.get<{ Params: { name: string } }>('/:name', async ({ params }, reply) => {
    asked.push(params.name)
    if (failure === 'hangs') return new Promise(() => undefined)
    return reply.code(failure === 'refuses' ? 503 : 200).send(files[params.name])
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    /** The content of each file; other names are 503. */
    files,
    /** The requested names. */
    asked,
    /** Settings of a bff that uses this file server. */
    settings: { ADMIN_APP_URL: url, PORTAL_APP_URL: `${url}/` },
    failAs: (as: typeof failure) => {
      failure = as
    },
    close: () => app.close(),
  }
}
