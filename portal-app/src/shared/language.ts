import type { Language } from '@agency/contract/esign'
import { messages as english } from '@agency/messages/entry/en.json?lingui'
import type { EntryMessageId, PortalMessageId, Translate as TranslateOf } from '@agency/messages/translate'
import { setupI18n } from '@lingui/core'
import { create } from 'zustand'

export const languageNames: Readonly<Record<Language, string>> = { en: 'English', es: 'Español', pt: 'Português' }
export const languages: readonly Language[] = ['en', 'es', 'pt']

const storageKey = 'portalLanguage'
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
  /** Selects the language of the client's record, unless one was chosen. */
  readonly prefer: (prefLang: string | null) => Promise<void>
  /** Selects the stored choice, or else the browser's language. */
  readonly start: () => Promise<void>
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
    document.documentElement.lang = language
    set({ language, t: translator() })
  }
  return {
    language: 'en',
    t: translator(),
    choose: (language) => {
      store(language)
      return show(language)
    },
    prefer: async (prefLang) => {
      const preferred = stored() ?? languageOfRecord(prefLang)
      if (preferred) await show(preferred)
    },
    start: () => show(stored() ?? languageOfBrowser(navigator.languages)),
  }
})

/** Gives messages in the current language, by id. */
export function useMessages(): Translate {
  return useLanguage((state) => state.t)
}

function languageOf(name: string | null): Language | undefined {
  return languages.find((language) => language === name)
}

/** The first supported language of the browser, or else English. */
export function languageOfBrowser(preferred: readonly string[]): Language {
  const spoken = preferred.map((tag) => languageOf(tag.slice(0, 2).toLowerCase()))
  return spoken.find((language) => language !== undefined) ?? 'en'
}

function languageOfRecord(prefLang: string | null): Language | undefined {
  const names: Readonly<Record<string, Language>> = { English: 'en', Spanish: 'es', Portuguese: 'pt' }
  return prefLang === null ? undefined : names[prefLang]
}

// A browser may refuse storage (private windows, strict settings). The choice then lasts as long as the page.
function stored(): Language | undefined {
  try {
    return languageOf(localStorage.getItem(storageKey))
  } catch {
    return undefined
  }
}

function store(language: Language): void {
  try {
    localStorage.setItem(storageKey, language)
  } catch {
    return
  }
}
