import { firstLanguage, languageInCookies, languageOf, languageParameter } from '@agency/contract/page-language'
import type { FastifyRequest } from 'fastify'
import type { RequestedScreen } from './entry-screen.ts'

/**
 * The language of a page before anybody has logged in: the one that was chosen on this device, that of the link, or the
 * browser's. The client's record is not asked: this would tell which session codes exist.
 */
export function requestedLanguage({ headers, query }: FastifyRequest): RequestedScreen['language'] {
  const chosen = languageInCookies(headers.cookie ?? '')
  if (chosen) return chosen
  const given =
    typeof query === 'object' && query !== null && languageParameter in query ? query[languageParameter] : null
  const preferred = headers['accept-language']?.split(',') ?? []
  return languageOf(String(given)) ?? firstLanguage(preferred)
}

/** The screen of a portal address. Those of an open session need script. */
export function requestedScreen(request: FastifyRequest): RequestedScreen {
  const [path = ''] = request.url.split('?')
  const language = requestedLanguage(request)
  if (/^\/session\/?$/.test(path)) return { screen: 'code', language }
  const isPasscode = /^\/session\/(?!verify\/?$)[^/]+\/?$/.test(path)
  return { screen: isPasscode ? 'passcode' : 'other', language }
}
