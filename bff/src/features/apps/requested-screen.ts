import { firstLanguage, languageInCookies, languageOf, languageParameter } from '@agency/contract/page-language'
import type { FastifyRequest } from 'fastify'
import type { RequestedScreen } from './entry-screen.ts'

/** Chosen here, of the link, or the browser's: asking the client's record would tell which session codes exist. */
export function requestedLanguage({ headers, query }: FastifyRequest): RequestedScreen['language'] {
  const chosen = languageInCookies(headers.cookie ?? '')
  if (chosen) return chosen
  const given =
    typeof query === 'object' && query !== null && languageParameter in query ? query[languageParameter] : null
  const preferred = headers['accept-language']?.split(',') ?? []
  return languageOf(String(given)) ?? firstLanguage(preferred)
}

/** An open session needs script. A passcode's page without its cookie says that the browser blocks cookies. */
export function requestedScreen(request: FastifyRequest): RequestedScreen {
  const [path = ''] = request.url.split('?')
  const language = requestedLanguage(request)
  if (isFromPasscode(request, path) && !sessionCookie.test(request.headers.cookie ?? ''))
    return { screen: 'other', language, fault: { code: 'COOKIES_BLOCKED', retryAfter: null } }
  if (/^\/session\/?$/.test(path)) return { screen: 'code', language }
  const isPasscode = /^\/session\/(?!verify\/?$)[^/]+\/?$/.test(path)
  return { screen: isPasscode ? 'passcode' : 'other', language }
}

const sessionCookie = /(?:^|;\s*)(?:__Host-)?session=/

/** Whether the form without script has led here: its page is the referrer, and the redirect the request. */
function isFromPasscode({ headers }: FastifyRequest, path: string): boolean {
  const [, passcodePath] = /^(\/session\/[^/]+)\/dashboard$/.exec(path) ?? []
  const referrer = URL.parse(headers.referer ?? '')
  return (
    passcodePath !== undefined && referrer?.pathname.replace(/\/$/, '').toUpperCase() === passcodePath.toUpperCase()
  )
}
