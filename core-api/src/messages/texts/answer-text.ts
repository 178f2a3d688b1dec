import type { Language } from '@agency/contract/esign'
import { translators } from '@agency/messages/node'
import en from '@agency/messages/text-replies/en.json' with { type: 'json' }
import es from '@agency/messages/text-replies/es.json' with { type: 'json' }
import pt from '@agency/messages/text-replies/pt.json' with { type: 'json' }
import type { Agency } from '../../platform/agency/agency-settings.ts'
import type { Database } from '../../platform/database/database.ts'
import type { FieldCipher } from '../../platform/encryption/field-cipher.ts'
import { allowTexts, stopTexts } from './stop-texts.ts'
import { type KeywordMeaning, readKeyword } from './text-keywords.ts'

const replies = translators({ en, es, pt })

/** The same whether or not a record has the number. @param from in E.164 @returns TwiML, empty without a keyword */
export async function answerText(
  { db, cipher, agency }: { db: Database; cipher: FieldCipher; agency: Pick<Agency, 'name' | 'phone'> },
  { from, body }: { from: string; body: string },
): Promise<string> {
  const keyword = readKeyword(body)
  if (!keyword) return twiml('')
  const { meaning, language } = keyword
  if (/^\+[1-9]\d{7,14}$/.test(from)) {
    await db.transaction().execute(async (trx) => {
      if (meaning === 'stop') await stopTexts({ db: trx, cipher }, from, 'client')
      if (meaning === 'start') await allowTexts({ db: trx, cipher }, from)
    })
  }
  return twiml(`<Message>${escapeXml(replyTo(agency, meaning, language))}</Message>`)
}

function replyTo(
  { name: agency, phone }: Pick<Agency, 'name' | 'phone'>,
  meaning: KeywordMeaning,
  language: Language,
): string {
  const reply = replies[language]
  if (meaning === 'start') return reply('started', { agency })
  return meaning === 'stop'
    ? reply('stopped', { agency, phone: phone ?? agency })
    : reply('help', { agency, phone: phone ?? agency })
}

const twiml = (content: string): string => `<?xml version="1.0" encoding="UTF-8"?><Response>${content}</Response>`

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
