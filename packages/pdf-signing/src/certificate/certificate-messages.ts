import en from '@agency/messages/certificate/en.json' with { type: 'json' }
import es from '@agency/messages/certificate/es.json' with { type: 'json' }
import pt from '@agency/messages/certificate/pt.json' with { type: 'json' }
import { translators } from '@agency/messages/node'

export const certificateMessages = translators({ en, es, pt })
