import type { Language } from '@agency/contract/esign'
import { create } from 'zustand'
import { en, type Messages } from './en.ts'

export const languageNames: Readonly<Record<Language, string>> = { en: 'English', es: 'Español', pt: 'Português' }
export const languages: readonly Language[] = ['en', 'es', 'pt']

const storageKey = 'portalLanguage'

/** English travels with the app; the others come when somebody needs them. */
const load: Readonly<Record<Language, () => Promise<Messages>>> = {
  en: async () => en,
  es: async () => (await import('./es.ts')).es,
  pt: async () => (await import('./pt.ts')).pt,
}

interface LanguageState {
  readonly language: Language
  readonly messages: Messages
  /** The person's own choice, remembered on this device. */
  readonly choose: (language: Language) => Promise<void>
  /** What the client's record prefers: taken unless the person chose. */
  readonly prefer: (prefLang: string | null) => Promise<void>
  /** Starts with the stored choice, else with the browser's language. */
  readonly start: () => Promise<void>
}

export const useLanguage = create<LanguageState>((set) => {
  const show = async (language: Language) => {
    const messages = await load[language]()
    document.documentElement.lang = language
    set({ language, messages })
  }
  return {
    language: 'en',
    messages: en,
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

/** The words of the language in use. */
export function useMessages(): Messages {
  return useLanguage((state) => state.messages)
}

function languageOf(name: string | null): Language | undefined {
  return languages.find((language) => language === name)
}

/** The first of the browser's languages that the portal speaks, else English. */
export function languageOfBrowser(preferred: readonly string[]): Language {
  const spoken = preferred.map((tag) => languageOf(tag.slice(0, 2).toLowerCase()))
  return spoken.find((language) => language !== undefined) ?? 'en'
}

function languageOfRecord(prefLang: string | null): Language | undefined {
  const names: Readonly<Record<string, Language>> = { English: 'en', Spanish: 'es', Portuguese: 'pt' }
  return prefLang === null ? undefined : names[prefLang]
}

// A browser may refuse storage (private windows, strict settings); the language then lasts as long as the page.
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
