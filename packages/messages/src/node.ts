import { setupI18n } from '@lingui/core'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import type { Translate } from './translate.ts'

type Catalogue<Id extends string> = Readonly<Record<Id, string>>

/** Compiled when the module is loaded: a service needs no build step. @throws SyntaxError for a wrong message */
export function translators<Language extends string, Id extends string>(
  catalogues: Readonly<Record<Language, Catalogue<Id>>>,
): Readonly<Record<Language, Translate<Id>>> {
  const compiled = Object.entries<Catalogue<Id>>(catalogues).map(([language, texts]) => {
    const messages = Object.fromEntries(
      Object.entries<string>(texts).map(([id, text]) => [id, compileMessageOrThrow(text)]),
    )
    const i18n = setupI18n({ locale: language, messages: { [language]: messages } })
    const translate: Translate<Id> = (id, ...[values]) => i18n._(id, values)
    return [language, translate] as const
  })
  return Object.fromEntries(compiled) as Record<Language, Translate<Id>>
}
