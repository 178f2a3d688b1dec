import type { Language } from './esign.ts'

/** Name of the cookie with the language that a client chose on this device. */
export const languageCookie = 'portalLanguage'

/** Name of the parameter with the client's language, in the address of a portal page that is sent to the client. */
export const languageParameter = 'language'

const languages: readonly Language[] = ['en', 'es', 'pt']

export function languageOf(name: string | null | undefined): Language | undefined {
  return languages.find((language) => language === name)
}

/** The value of the language cookie in a Cookie header or in `document.cookie`. */
export function languageInCookies(cookies: string): Language | undefined {
  const pair = cookies.split(/;\s*/).find((cookie) => cookie.startsWith(`${languageCookie}=`))
  return languageOf(pair?.slice(languageCookie.length + 1))
}

/** The first language that the portal has, or else English. @param preferred language tags (BCP 47), best first */
export function firstLanguage(preferred: readonly string[]): Language {
  const known = preferred.map((tag) => languageOf(tag.trim().slice(0, 2).toLowerCase()))
  return known.find((language) => language !== undefined) ?? 'en'
}

/** A link to a page of the portal for a client's message: the page opens in the client's language. English needs no mark. */
export const linkInLanguage = (link: string, language: Language): string =>
  language === 'en' ? link : `${link}?${languageParameter}=${language}`
