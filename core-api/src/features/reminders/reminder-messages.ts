import type { Language } from '@agency/contract/esign'
import { translators } from '@agency/messages/node'
import en from '@agency/messages/reminder/en.json' with { type: 'json' }
import es from '@agency/messages/reminder/es.json' with { type: 'json' }
import pt from '@agency/messages/reminder/pt.json' with { type: 'json' }

/** All that a reminder contains of a person. It never contains the passcode. */
interface Reminder {
  language: Language
  firstName: string | null
  agency: string
  link: string
}

const messages = translators({ en, es, pt })

/** A reminder in the client's language, as plain text. */
export function reminderMessage({ language, firstName, agency, link }: Reminder): { subject: string; text: string } {
  const t = messages[language]
  const name = firstName?.replace(/\s+/g, ' ').trim()
  const hello = t('hello', { name: name ? ` ${name}` : '' })
  const lines = [hello, '', t('waiting', { agency }), '', link, '', t('passcode'), '', agency]
  return { subject: t('subject', { agency }), text: lines.join('\n') }
}
