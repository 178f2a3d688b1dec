import type { Language } from '@agency/contract/esign'
import {
  firstLanguage,
  languageCookie,
  languageInCookies,
  languageOf,
  languageParameter,
} from '@agency/contract/page-language'
import { messages as english } from '@agency/messages/entry/en.json?lingui'
import type { EntryMessageId, PortalMessageId, Translate as TranslateOf } from '@agency/messages/translate'
import { setupI18n } from '@lingui/core'
import { create } from 'zustand'
import { useSession } from './session-store.ts'

export const languageNames: Readonly<Record<Language, string>> = { en: 'English', es: 'Español', pt: 'Português' }
export const languages: readonly Language[] = ['en', 'es', 'pt']

const year = 365 * 24 * 3600
type Catalogue = 'entry' | 'portal'
export type Translate = TranslateOf<EntryMessageId | PortalMessageId>

/** English of the first screen is part of the app; the other catalogues are loaded when they are needed. */
const catalogues = {
  entry: {
    en: async () => ({ messages: english }),
    es: () => import('@agency/messages/entry/es.json?lingui'),
    pt: () => import('@agency/messages/entry/pt.json?lingui'),
  },
  portal: {
    en: () => import('@agency/messages/portal/en.json?lingui'),
    es: () => import('@agency/messages/portal/es.json?lingui'),
    pt: () => import('@agency/messages/portal/pt.json?lingui'),
  },
}

const wanted = new Set<Catalogue>(['entry'])
const i18n = setupI18n({ locale: 'en', messages: { en: english } })
/** A new function for each language, so that components render again. */
const translator =
  (): Translate =>
  (id, ...[values]) =>
    i18n._(id, values)

async function load(language: Language): Promise<void> {
  const parts = await Promise.all([...wanted].map((name) => catalogues[name][language]()))
  for (const { messages } of parts) i18n.load(language, messages)
}

/** Loads the messages of all later screens in the current language. */
export async function loadPortalMessages(): Promise<void> {
  wanted.add('portal')
  await load(useLanguage.getState().language)
}

interface LanguageState {
  readonly language: Language
  readonly t: Translate
  /** Selects a language and stores the choice on this device. */
  readonly choose: (language: Language) => Promise<void>
  /** Selects the language of the client's record, if it has one, unless one was chosen. */
  readonly prefer: (language: Language | undefined) => Promise<void>
  /** Selects a language without storing it: by default the stored choice, that of the address, or the browser's. */
  readonly start: (language?: Language) => Promise<void>
}

export const useLanguage = create<LanguageState>((set) => {
  const show = async (language: Language) => {
    let loaded: number
    // A screen may request its catalogue meanwhile, in the previous language.
    do {
      loaded = wanted.size
      await load(language)
    } while (loaded < wanted.size)
    i18n.activate(language)
    if (!import.meta.env.SSR) document.documentElement.lang = language
    set({ language, t: translator() })
  }
  return {
    // React renders a page of the server with this at first.
    language: import.meta.env.SSR ? 'en' : (languageOf(document.documentElement.lang) ?? 'en'),
    t: translator(),
    choose: (language) => {
      store(language)
      return show(language)
    },
    prefer: async (language) => {
      const preferred = stored() ?? language
      if (preferred) await show(preferred)
    },
    start: (language) => show(language ?? wantedLanguage()),
  }
})

export function useMessages(): Translate {
  return useLanguage((state) => state.t)
}

/** The language of a client's record, if the portal has it. */
export function languageOfRecord(prefLang: string | null): Language | undefined {
  const names: Readonly<Record<string, Language>> = { English: 'en', Spanish: 'es', Portuguese: 'pt' }
  return prefLang === null ? undefined : names[prefLang]
}

/** The client's language; before, as the server chooses: the stored choice, the address's, or the browser's. */
function wantedLanguage(): Language {
  const addressed = addressedLanguage()
  const preferred = useSession.getState().session?.language
  return stored() ?? preferred ?? addressed ?? firstLanguage(navigator.languages)
}

/** That of the link in a message. */
export const addressedLanguage = (): Language | undefined =>
  languageOf(new URLSearchParams(window.location.search).get(languageParameter))

function stored(): Language | undefined {
  return languageInCookies(document.cookie)
}

/** In a cookie, so that the server renders the next page in this language. */
function store(language: Language): void {
  const secure = window.location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers that clients use
  document.cookie = `${languageCookie}=${language}; Path=/session; Max-Age=${year}; SameSite=Lax${secure}`
}
