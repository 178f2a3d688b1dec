import { translators } from '@agency/messages/node'
import en from '@agency/messages/portal/en.json' with { type: 'json' }
import es from '@agency/messages/portal/es.json' with { type: 'json' }
import pt from '@agency/messages/portal/pt.json' with { type: 'json' }

/** The texts of the portal by language, for tests that go the same way in each. */
export const portalMessages = translators({ en, es, pt })

export type PortalLanguage = keyof typeof portalMessages
export type PortalMessages = (typeof portalMessages)[PortalLanguage]

/** The languages of the portal, with their names in the client's record. */
export const portalLanguages = [
  ['en', 'English'],
  ['es', 'Spanish'],
  ['pt', 'Portuguese'],
] as const
