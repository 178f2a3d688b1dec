import { createHash } from 'node:crypto'
import type { Disclosure, Language } from '@agency/contract/esign'
import en from '@agency/messages/consent/en.json' with { type: 'json' }
import es from '@agency/messages/consent/es.json' with { type: 'json' }
import pt from '@agency/messages/consent/pt.json' with { type: 'json' }
import { translators } from '@agency/messages/node'

const version = '2026-11-2'

/** 15 U.S.C. § 7001(c). A changed text needs a new version. Each agency's counsel must confirm it. */
const messages = translators({ en, es, pt })

/** The disclosure in a language, with the hash that a consent to it must name. */
export function getDisclosure(language: Language, agency: string): Disclosure {
  const text = messages[language]('disclosure', { agency })
  return { version, language, text, sha256: createHash('sha256').update(text).digest('hex') }
}
