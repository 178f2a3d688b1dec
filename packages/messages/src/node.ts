import { setupI18n } from '@lingui/core'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import type { Translate } from './translate.ts'

type Catalogue<Id extends string> = Readonly<Record<Id, string>>

/**
 * Translators of a catalogue, for Node: it is compiled when the module is loaded, so that a service needs no build step.
 * @param catalogues by language; one that lacks an English message fails the type check
 * @throws SyntaxError when a message is not in ICU MessageFormat
 */
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
