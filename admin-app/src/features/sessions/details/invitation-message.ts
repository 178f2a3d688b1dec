import type { Language } from '@agency/contract/esign'
import { linkInLanguage } from '@agency/contract/page-language'
import { formatSessionCode } from '@agency/contract/session-code'
import type { Session } from '@agency/contract/sessions'
import type { Translate } from '@agency/messages/translate'
import { setupI18n } from '@lingui/core'

type MessageId = keyof typeof import('@agency/messages/invitation/en.json')

const catalogues = {
  en: () => import('@agency/messages/invitation/en.json?lingui'),
  es: () => import('@agency/messages/invitation/es.json?lingui'),
  pt: () => import('@agency/messages/invitation/pt.json?lingui'),
}

interface Invitation {
  readonly session: Pick<Session, 'client_first_name' | 'session_code'>
  readonly language: Language
  readonly agency: { readonly name: string; readonly phone: string | null }
  readonly link: string
}

/** A message with the client's link, as plain text in the client's language. Never with the passcode. */
export async function invitationMessage({ session, language, agency, link }: Invitation): Promise<string> {
  const { messages } = await catalogues[language]().catch(catalogues[language])
  const i18n = setupI18n({ locale: language, messages: { [language]: messages } })
  const t: Translate<MessageId> = (id, ...[values]) => i18n._(id, values)
  const { client_first_name: name, session_code } = session
  return [
    t('hello', { name: name === null ? '' : ` ${name}` }),
    t('invited', { agency: agency.name, link: linkInLanguage(link, language) }),
    t('yourCode', { code: formatSessionCode(session_code) }),
    ...(agency.phone === null ? [] : [t('questions', { phone: agency.phone })]),
  ].join('\n')
}
